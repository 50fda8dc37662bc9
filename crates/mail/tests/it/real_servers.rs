//! Debian's exim4 and postfix, set up as their packages do, with certificates that nobody vouches for and postfix's usual rules
//! about greetings: a mail to somebody there arrives in the mailbox, whatever the machine is called.
//!
//! exim4 is the one that is installed: it runs at its own place, over which the story's folders are mounted, for nobody but it
//! to see. The two packages exclude each other, so postfix is unpacked into the target folder (`cargo xtask test` does that,
//! and `QUAD_TEST_POSTFIX` names the place). Both need root, for mounts and for users of their own. Where one is missing its
//! story is skipped, unless `QUAD_TEST_WHOLE` is set.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use quad_mail::{Encryption, MailError, Mailer, Patience};
use tempfile::TempDir;
use tokio::net::{TcpSocket, TcpStream};

use crate::{NOW, message};

/// A user that Debian always has, with a mailbox of the usual kind.
const PERSON: &str = "backup";
const CERTIFICATE: &str = "/etc/ssl/certs/ssl-cert-snakeoil.pem";
const KEY: &str = "/etc/ssl/private/ssl-cert-snakeoil.key";

/// A server that ends with the story.
struct Server {
    process: Child,
    place: Place,
    folder: TempDir,
}

/// A port for a server that binds it by itself, as servers do: with `SO_REUSEADDR`. It is bound here, too, and never listened at, so that
/// nobody else is given it before the server has come, or while it is away.
struct Place(TcpSocket);

impl Place {
    fn new() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        Self(socket)
    }

    fn port(&self) -> u16 {
        self.0.local_addr().unwrap().port()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its own processes end when it is asked to; killed, postfix's would stay.
        let pid = self.process.id().to_string();
        let _ = Command::new("kill").arg(&pid).status();
        for _ in 0..100 {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            // Then it looks again.
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    fn log(&self) -> String {
        ["log", "log/mainlog", "said"]
            .map(|name| fs::read_to_string(self.folder.path().join(name)).unwrap_or_default())
            .concat()
    }

    async fn is_up(&self) {
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", self.place.port())).await.is_ok() {
                return;
            }
            // Then it looks again.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no server: {}", self.log());
    }

    fn url(&self, rest: &str) -> String {
        format!("smtp://127.0.0.1:{}{rest}", self.place.port())
    }
}

/// Says why a story is not told; in its part (`cargo xtask test --everything`) it has to be.
fn passed_over(why: &str) {
    assert!(set("QUAD_TEST_WHOLE").is_none(), "{why}");
    let _ = writeln!(std::io::stderr(), "passed over: {why}");
}

#[expect(clippy::disallowed_methods, reason = "set by the gate and the parts, which install what is missing")]
fn set(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

fn is_root() -> bool {
    let out = Command::new("id").arg("-u").output().unwrap().stdout;
    String::from_utf8_lossy(&out).trim() == "0"
}

fn id_of(kind: &str, user: &str) -> u32 {
    let out = Command::new("id").args([kind, user]).output().unwrap().stdout;
    String::from_utf8_lossy(&out).trim().parse().unwrap_or_else(|_| panic!("there is no {user}"))
}

/// A folder whose way others may go.
fn open_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy(&from, &to) } else { fs::copy(from, to).map(drop).unwrap() }
    }
}

/// Debian's configuration as its package writes it: mail for this machine alone, or sent on for this machine. It lies where the
/// package has it, because exim delivers for nobody with a configuration from elsewhere.
async fn exim(kind: &str) -> Option<Server> {
    if !is_root() || !Path::new("/usr/sbin/exim4").exists() || !Path::new("/usr/sbin/update-exim4.conf").exists() {
        passed_over("exim4 is not installed, or this is not root");
        return None;
    }
    let (folder, place) = (open_folder(), Place::new());
    let port = place.port();
    let at = |name: &str| folder.path().join(name);
    let exim = (id_of("-u", "Debian-exim"), id_of("-g", "Debian-exim"));
    for (name, owner, mode) in [
        ("written", (0, 0), 0o755),
        ("spool", exim, 0o750),
        ("log", exim, 0o750),
        ("mail", (0, id_of("-g", "mail")), 0o2775),
    ] {
        fs::create_dir(at(name)).unwrap();
        chown(at(name), Some(owner.0), Some(owner.1)).unwrap();
        fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    let settings = at("settings");
    copy(Path::new("/etc/exim4"), &settings);
    let choices = settings.join("update-exim4.conf.conf");
    let text: String = fs::read_to_string(&choices)
        .unwrap()
        .lines()
        .map(|line| match line.split('=').next() {
            Some("dc_eximconfig_configtype") => format!("dc_eximconfig_configtype='{kind}'\n"),
            Some("dc_local_interfaces") => format!("dc_local_interfaces='127.0.0.1.{port}'\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    fs::write(&choices, text).unwrap();
    let written = at("written/config.autogenerated");
    let made = Command::new("/usr/sbin/update-exim4.conf").arg("-d").arg(&settings).arg("-o").arg(written).status();
    assert!(made.unwrap().success());
    let said = fs::File::create(at("said")).unwrap();
    let process = Command::new("unshare")
        .args(["--mount", "sh", "-euc"])
        .arg(
            "mount --bind settings /etc/exim4; mount --bind written /var/lib/exim4; mount --bind spool /var/spool/exim4
             mount --bind log /var/log/exim4; mount --bind mail /var/mail; exec /usr/sbin/exim4 -bdf -oP /dev/null",
        )
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(said.try_clone().unwrap())
        .stderr(said)
        .spawn()
        .unwrap();
    let server = Server { process, place, folder };
    server.is_up().await;
    Some(server)
}

/// The files of a folder and all below it, as text.
fn texts(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                texts(&path)
            } else {
                vec![String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()]
            }
        })
        .collect()
}

async fn arrives(server: &Server, folder: &str, text: &str) {
    let folder = server.folder.path().join(folder);
    for _ in 0..200 {
        if texts(&folder).iter().any(|file| file.contains(text)) {
            return;
        }
        // Then it looks again.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not arrive: {}", server.log());
}

/// Waits long enough for a busy machine: exim makes itself a certificate for each connection.
fn mailer(url: &str) -> Mailer {
    let mailer = Mailer::from_url(Some(url), "Quad <quad@campus.example>", Path::new("unused")).unwrap();
    let Mailer::Smtp(smtp) = mailer else { panic!("not SMTP") };
    let minute = Duration::from_mins(1);
    Mailer::Smtp(smtp.with_patience(Patience { connect: minute, talk: minute, question: minute, ..Patience::USUAL }))
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_port_is_kept_until_its_server_comes() {
    let place = Place::new();
    let at = SocketAddr::from(([127, 0, 0, 1], place.port()));
    assert!(TcpStream::connect(at).await.is_err(), "nobody is there yet");
    assert!(TcpSocket::new_v4().unwrap().bind(at).is_err(), "whoever asks for a port is given another one");
    // As the servers do.
    let server = tokio::net::TcpListener::bind(at).await.unwrap();
    assert!(TcpStream::connect(at).await.is_ok());
    drop(server);
    assert!(TcpSocket::new_v4().unwrap().bind(at).is_err(), "nor while it is away");
}

#[tokio::test]
async fn exim_as_debian_installs_it_gets_its_mail() {
    for kind in ["local", "internet"] {
        let Some(server) = exim(kind).await else { return };
        let host = Command::new("hostname").output().unwrap().stdout;
        let to = format!("{PERSON}@{}", String::from_utf8_lossy(&host).trim());
        for (rest, encryption) in [("?tls=opportunistic", Encryption::Unchecked), ("", Encryption::Plain)] {
            let mailer = mailer(&server.url(rest));
            let tried = mailer
                .probe(std::slice::from_ref(&to))
                .await
                .unwrap_or_else(|error| panic!("{error}: {}", server.log()));
            assert_eq!(tried.map(|tried| (tried.encryption, tried.refused)), Some((encryption, Vec::new())));
            let text = format!("By way of exim, {kind}, {rest}.");
            mailer.send(&message(&to, "Hello", &text), NOW).await.unwrap();
            arrives(&server, "mail", &text).await;
        }
        // Its certificate is its own word.
        let sent = mailer(&server.url("?tls=required")).send(&message(&to, "Hello", "text"), NOW).await;
        assert!(matches!(sent, Err(MailError::Later { .. })), "{sent:?}");
    }
}

/// As the package's first configuration has it for an "Internet Site" (its `main.cf.debian`, `main.cf.tls`, `master.cf.dist` and what
/// its script sets), with the rules for greetings that most guides add.
async fn postfix() -> Option<Server> {
    let unpacked = set("QUAD_TEST_POSTFIX").map(PathBuf::from);
    let unpacked = unpacked.filter(|place| place.join("usr/lib/postfix/sbin/master").exists());
    let Some(unpacked) = unpacked.filter(|_| is_root() && Path::new(CERTIFICATE).exists()) else {
        passed_over("QUAD_TEST_POSTFIX names no unpacked postfix, there is no package ssl-cert, or this is not root");
        return None;
    };
    let (folder, place) = (open_folder(), Place::new());
    let port = place.port();
    let at = |name: &str| folder.path().join(name);
    for name in ["conf", "queue", "data", "mail"] {
        fs::create_dir(at(name)).unwrap();
    }
    // Users that are there without the package; the package makes its own two.
    let (owner, group) = ((id_of("-u", "mail"), id_of("-g", "mail")), id_of("-g", "games"));
    for name in [
        "pid", "incoming", "active", "deferred", "bounce", "defer", "flush", "private", "public", "maildrop", "hold",
        "corrupt", "saved", "trace",
    ] {
        let queue = at("queue").join(name);
        fs::create_dir(&queue).unwrap();
        let mode = match name {
            "pid" => continue,
            "public" => 0o710,
            "maildrop" => 0o730,
            _ => 0o700,
        };
        let group = if matches!(name, "public" | "maildrop") { group } else { owner.1 };
        chown(&queue, Some(owner.0), Some(group)).unwrap();
        fs::set_permissions(&queue, fs::Permissions::from_mode(mode)).unwrap();
    }
    chown(at("data"), Some(owner.0), Some(owner.1)).unwrap();
    fs::set_permissions(at("data"), fs::Permissions::from_mode(0o700)).unwrap();
    fs::set_permissions(at("mail"), fs::Permissions::from_mode(0o1777)).unwrap();
    fs::write(at("log"), "").unwrap();
    let (base, programs) = (folder.path().display(), unpacked.display());
    let as_packaged = ["main.cf.debian", "main.cf.tls"]
        .map(|name| fs::read_to_string(unpacked.join("usr/share/postfix").join(name)).unwrap())
        .concat();
    assert!(as_packaged.contains(CERTIFICATE) && as_packaged.contains(KEY), "{as_packaged}");
    let settings = format!(
        "{as_packaged}\nqueue_directory = {base}/queue\ndata_directory = {base}/data\n\
         command_directory = {programs}/usr/sbin\ndaemon_directory = {programs}/usr/lib/postfix/sbin\n\
         shlib_directory = no\nmeta_directory = {base}/conf\nmail_owner = mail\nsetgid_group = games\n\
         import_environment = MAIL_CONFIG TZ LANG=C LD_LIBRARY_PATH={programs}/usr/lib/postfix\n\
         maillog_file = {base}/log\nmaillog_file_prefixes = {base}\nmyhostname = mail.campus.example\n\
         mydestination = $myhostname, localhost\nrelayhost =\nmailbox_size_limit = 0\n\
         recipient_delimiter = +\ninet_interfaces = 127.0.0.1\ninet_protocols = ipv4\n\
         mynetworks = 127.0.0.0/8\nmail_spool_directory = {base}/mail/\nalias_maps =\nalias_database =\n\
         smtpd_helo_required = yes\n\
         smtpd_helo_restrictions = reject_invalid_helo_hostname, reject_non_fqdn_helo_hostname\n\
         smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated defer_unauth_destination\n\
         smtpd_recipient_restrictions = reject_non_fqdn_sender, reject_non_fqdn_recipient\n"
    );
    fs::write(at("conf/main.cf"), settings).unwrap();
    let services = fs::read_to_string(unpacked.join("usr/share/postfix/master.cf.dist")).unwrap();
    let services: Vec<String> = services
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let is_door = line.split_whitespace().take(2).eq(["smtp", "inet"]);
            if is_door { line.replacen("smtp", &format!("127.0.0.1:{port}"), 1) } else { line.to_owned() }
        })
        .collect();
    fs::write(at("conf/master.cf"), services.join("\n") + "\n").unwrap();
    let said = fs::File::create(at("said")).unwrap();
    let process = Command::new(unpacked.join("usr/lib/postfix/sbin/master"))
        .arg("-c")
        .arg(at("conf"))
        .arg("-d")
        .env("MAIL_CONFIG", at("conf"))
        .env("LD_LIBRARY_PATH", unpacked.join("usr/lib/postfix"))
        .stdin(Stdio::null())
        .stdout(said.try_clone().unwrap())
        .stderr(said)
        .spawn()
        .unwrap();
    let server = Server { process, place, folder };
    server.is_up().await;
    Some(server)
}

#[tokio::test]
async fn postfix_with_its_usual_rules_gets_its_mail() {
    let Some(server) = postfix().await else { return };
    let to = format!("{PERSON}@mail.campus.example");
    for (rest, host, encryption) in [
        ("?tls=opportunistic", None, Encryption::Unchecked),
        ("?tls=opportunistic", Some("quad.campus.example"), Encryption::Unchecked),
        ("", None, Encryption::Plain),
    ] {
        let mailer = mailer(&server.url(rest)).with_host(host.map(str::to_owned));
        let tried =
            mailer.probe(std::slice::from_ref(&to)).await.unwrap_or_else(|error| panic!("{error}: {}", server.log()));
        assert_eq!(tried.map(|tried| (tried.encryption, tried.refused)), Some((encryption, Vec::new())));
        let text = format!("By way of postfix, {rest}, {host:?}.");
        mailer.send(&message(&to, "Hello", &text), NOW).await.unwrap();
        arrives(&server, "mail", &text).await;
    }
    // The bare name of a machine, as the rule is meant for: told by the probe, and no mail is lost over it.
    let bare = mailer(&server.url("/vm?tls=opportunistic"));
    let tried = bare.probe(std::slice::from_ref(&to)).await;
    assert!(matches!(&tried, Err(MailError::Later { why, .. }) if why.contains("Helo command rejected")), "{tried:?}");
    let sent = bare.send(&message(&to, "Hello", "text"), NOW).await;
    assert!(matches!(&sent, Err(MailError::Later { why, .. }) if why.contains("504")), "{sent:?}");
    // Nobody is there.
    let mailer = mailer(&server.url("?tls=opportunistic"));
    let sent = mailer.send(&message("nobody-at-all@mail.campus.example", "Hello", "text"), NOW).await;
    assert!(matches!(&sent, Err(MailError::Refused { why }) if why.contains("5.1.1")), "{sent:?}");
    // It takes letters beyond ASCII.
    assert_eq!(mailer.takes("zoë@mail.campus.example").await, Ok(true));
    let sent = mailer.send(&message("zoë@elsewhere.example", "Grüße", "an Zoë"), NOW).await;
    assert_eq!(sent, Ok(()), "{}", server.log());
    let sent = mailer_required(&server).send(&message(&to, "Hello", "text"), NOW).await;
    assert!(matches!(sent, Err(MailError::Later { .. })), "its certificate is its own word: {sent:?}");
}

fn mailer_required(server: &Server) -> Mailer {
    mailer(&server.url("?tls=required"))
}
