//! PostgreSQL on another host: what Quad says to it is encrypted, and said to nobody but the server that was meant.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

use crate::cli::{quad_with, serve};
use crate::harness::{Browser, Cluster};

/// An authority: its certificate as PEM, and what signs in its name.
fn authority() -> (String, Issuer<'static, KeyPair>) {
    let mut params = CertificateParams::new(Vec::new()).expect("no names");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().expect("a key");
    let pem = params.self_signed(&key).expect("a certificate").pem();
    (pem, Issuer::new(params, key))
}

/// A file of the cluster's user alone.
fn hand_over(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("written");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("closed");
    let owner = folder.metadata().expect("the folder");
    chown(&file, Some(owner.uid()), Some(owner.gid())).expect("given away");
}

/// The words of docs/operating/database.md, PostgreSQL.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_is_spoken_to_in_tls_and_checked() {
    let (ours, issuer) = authority();
    let (others, _) = authority();
    let key = KeyPair::generate().expect("a key");
    let names = CertificateParams::new(vec!["127.0.0.1".to_owned()]).expect("a name");
    let certificate = names.signed_by(&key, &issuer).expect("a certificate").pem();
    let Some(cluster) = Cluster::start_with(|folder| {
        hand_over(folder, "server.crt", &certificate);
        hand_over(folder, "server.key", &key.serialize_pem());
        // Nobody gets in without TLS, but the program that waits until the cluster is there.
        hand_over(folder, "data/pg_hba.conf", "hostssl all app 127.0.0.1/32 trust\n");
        "ssl = on\nssl_cert_file = '../server.crt'\nssl_key_file = '../server.key'\n".to_owned()
    }) else {
        return;
    };
    let base = tempfile::tempdir().expect("a folder");
    let root = |name: &str, pem: &str| {
        let file = base.path().join(name);
        std::fs::write(&file, pem).expect("written");
        format!("{}?sslmode=verify-full&sslrootcert={}", cluster.url(), file.display())
    };
    let (ours, others) = (root("ours.pem", &ours), root("others.pem", &others));

    let folder = base.path().join("data");
    for wrong in [format!("{}?sslmode=disable", cluster.url()), others] {
        let (done, said) = quad_with(&folder, &[("QUAD_DATABASE_URL", &wrong)], &["migrate"]);
        assert!(!done, "{said}");
    }
    // Unasked it is encrypted, because nobody gets in otherwise, and not checked.
    let (done, said) = quad_with(&folder, &[("QUAD_DATABASE_URL", &cluster.url())], &["migrate"]);
    assert!(done, "{said}");
    let (mut server, address) = serve(&folder, &[("QUAD_DATABASE_URL", &ours)]);
    Browser::coming_again(&address).get("/site").await.expect(200);
    server.kill().expect("the end");
    server.wait().expect("the end");
    let (done, said) = quad_with(&folder, &[("QUAD_DATABASE_URL", &ours)], &["check"]);
    assert!(done, "{said}");
}
