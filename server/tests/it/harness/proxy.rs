//! Reverse proxies in front of Quad (nginx, Caddy in two versions, HAProxy, Apache), each with the file that packaging/ has
//! for it: only ports, certificate and places are others. Ended when dropped.

use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Certificate, Client, ClientBuilder};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::Browser;
use super::ports::free_port;

/// The name in all files.
pub const NAME: &str = "quad.campus.example";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Nginx,
    Caddy,
    /// Named by `QUAD_TEST_CADDY`: beside that of the system.
    NewerCaddy,
    Haproxy,
    Apache,
}

impl Kind {
    pub fn is_caddy(self) -> bool {
        matches!(self, Self::Caddy | Self::NewerCaddy)
    }

    /// Nothing, with a word, where it is not installed.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test runner says where the newer Caddy is, and whether all must be there"
    )]
    fn program(self) -> Option<PathBuf> {
        let name = match self {
            Self::Nginx => "nginx",
            Self::Caddy => "caddy",
            Self::Haproxy => "haproxy",
            Self::Apache => "apache2",
            Self::NewerCaddy => "",
        };
        let found = if self == Self::NewerCaddy {
            std::env::var_os("QUAD_TEST_CADDY").map(PathBuf::from)
        } else {
            let places = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"].iter();
            places.map(|place| Path::new(place).join(name)).find(|program| program.exists())
        };
        if found.is_none() {
            assert!(std::env::var_os("QUAD_TEST_WHOLE").is_none(), "{self:?} is not installed");
            let said = format!("passed over: {self:?} is not installed\n");
            let _ = std::io::Write::write_all(&mut std::io::stderr(), said.as_bytes());
        }
        found
    }
}

pub struct Proxy {
    child: Child,
    folder: tempfile::TempDir,
    /// Where it speaks TLS.
    pub secure: SocketAddr,
    /// Where it sends people there.
    pub plain: SocketAddr,
}

impl Proxy {
    /// Nothing where it is not installed.
    pub fn start(kind: Kind, quads: &[SocketAddr]) -> Option<Self> {
        let program = kind.program()?;
        let folder = tempfile::tempdir().expect("a folder");
        let made = rcgen::generate_simple_self_signed(vec![NAME.to_owned()]).expect("a certificate");
        std::fs::write(folder.path().join("certificate.pem"), made.cert.pem()).expect("written");
        std::fs::write(folder.path().join("key.pem"), made.signing_key.serialize_pem()).expect("written");
        let (secure, plain) = (free_port(), free_port());
        let config = match kind {
            Kind::Nginx => nginx(folder.path(), quads, secure, plain),
            Kind::Caddy | Kind::NewerCaddy => caddy(folder.path(), quads, secure, plain),
            Kind::Haproxy => haproxy(folder.path(), quads, secure, plain),
            Kind::Apache => apache(folder.path(), quads, secure, plain),
        };
        let file = folder.path().join("config");
        std::fs::write(&file, config).expect("written");
        let mut command = Command::new(program);
        match kind {
            Kind::Nginx => command.arg("-c").arg(&file).arg("-p").arg(folder.path()),
            Kind::Caddy | Kind::NewerCaddy => command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file),
            Kind::Haproxy => command.arg("-db").arg("-f").arg(&file),
            Kind::Apache => command.arg("-DFOREGROUND").arg("-f").arg(&file),
        };
        let said = std::fs::File::create(folder.path().join("said")).expect("a file");
        command.env_clear().env("HOME", folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
        let proxy = Self { child: command.spawn().expect("it starts"), folder, secure, plain };
        let began = Instant::now();
        while TcpStream::connect(secure).is_err() {
            assert!(began.elapsed() < Duration::from_mins(1), "{}", proxy.errors());
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(proxy)
    }

    /// What it said of itself.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("said")).unwrap_or_default()
    }

    pub fn url(&self) -> String {
        format!("https://{NAME}:{}", self.secure.port())
    }

    /// What it shows to prove its name.
    pub fn certificate(&self) -> CertificateDer<'static> {
        CertificateDer::from_pem_file(self.folder.path().join("certificate.pem")).expect("the certificate")
    }

    /// A browser that trusts the certificate and has an address of its own in this machine. It speaks HTTP/2.
    pub fn browser(&self, own: IpAddr) -> Browser {
        Browser::over(self.client(own).build().expect("a client"), &self.url())
    }

    /// A browser that speaks HTTP/1.1 over connections that it keeps.
    pub fn older_browser(&self, own: IpAddr) -> Browser {
        Browser::over(self.client(own).http1_only().build().expect("a client"), &self.url())
    }

    fn client(&self, own: IpAddr) -> ClientBuilder {
        let authority = Certificate::from_der(&self.certificate()).expect("a certificate");
        let http = Client::builder().cookie_store(true).tls_certs_only([authority]).resolve(NAME, self.secure);
        http.local_address(own)
    }

    /// What its own log says; of Apache, which writes that elsewhere.
    pub fn errors(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("errors")).unwrap_or_default() + &self.said()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // In order, so that its workers end as well.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(5) && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The file as it is in the tree.
pub fn packaged(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging").join(name);
    std::fs::read_to_string(path).expect("the file")
}

/// Lays the ready replies that a proxy sends by itself, all there are beside its main file, into its folder.
fn lay_replies(proxy: &str, folder: &Path) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging").join(proxy);
    for found in own.read_dir().expect("a folder") {
        let found = found.expect("a file");
        let name = found.file_name();
        if name.to_string_lossy().starts_with("quad-away") {
            std::fs::copy(found.path(), folder.join(name)).expect("written");
        }
    }
}

/// With other words in the place of some, each of which is there.
pub fn with(mut text: String, others: &[(&str, String)]) -> String {
    for (word, other) in others {
        assert!(text.contains(word), "{word} is not in it");
        text = text.replace(word, other);
    }
    text
}

fn nginx(folder: &Path, quads: &[SocketAddr], secure: SocketAddr, plain: SocketAddr) -> String {
    let own = with(
        packaged("nginx/quad.conf"),
        &[
            ("    listen [::]:80;\n", String::new()),
            ("    listen [::]:443 ssl http2;\n", String::new()),
            ("listen 80;", format!("listen {plain};")),
            ("listen 443 ssl", format!("listen {secure} ssl")),
            ("/etc/letsencrypt/live/quad.campus.example/fullchain.pem", "certificate.pem".to_owned()),
            ("/etc/letsencrypt/live/quad.campus.example/privkey.pem", "key.pem".to_owned()),
        ],
    );
    let lines = quads.iter().map(|quad| format!("server {quad}")).collect::<Vec<_>>().join(" max_fails=0;\n    ");
    let upstream = with(packaged("nginx/quad-upstream.conf"), &[("server 127.0.0.1:8080", lines)]);
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|name| format!("{name}_temp_path {name};"));
    let places = places.concat();
    // What Debian has in nginx.conf, in a folder of ours; its workers must read there.
    let user = if std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        "user root;"
    } else {
        ""
    };
    let folder = folder.display();
    format!(
        "{user} daemon off; pid {folder}/pid; error_log {folder}/said; worker_processes 1; \
         events {{ worker_connections 2048; }}\nhttp {{ access_log off; {places}\n{upstream}\n{own}\n}}\n"
    )
}

fn caddy(folder: &Path, quads: &[SocketAddr], secure: SocketAddr, plain: SocketAddr) -> String {
    let folder = folder.display();
    let all = quads.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let own = with(
        packaged("caddy/Caddyfile"),
        &[
            ("reverse_proxy 127.0.0.1:8080", format!("reverse_proxy {all}")),
            (
                "\nquad.campus.example {",
                format!("\n{NAME} {{\n\ttls {folder}/certificate.pem {folder}/key.pem\n\tbind 127.0.0.1"),
            ),
        ],
    );
    let (secure, plain) = (secure.port(), plain.port());
    format!(
        "{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n\tstorage file_system {folder}/storage\n}}\n{own}"
    )
}

fn haproxy(folder: &Path, quads: &[SocketAddr], secure: SocketAddr, plain: SocketAddr) -> String {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("written");
    std::fs::write(folder.join("quad.pem"), read("certificate.pem") + &read("key.pem")).expect("written");
    lay_replies("haproxy", folder);
    let servers = quads.iter().enumerate().map(|(at, quad)| format!("server quad{} {quad}", at + 1));
    let place = folder.display();
    let mut text = packaged("haproxy/haproxy.cfg");
    if !super::is_root() {
        // Who is not root cannot become another.
        let lines = ["chroot /var/lib/haproxy\n", "user haproxy\n", "group haproxy\n"];
        text = with(text, &lines.map(|line| (line, "\n".to_owned())));
    }
    with(
        text,
        &[
            ("log /dev/log local0", "log stderr format raw local0".to_owned()),
            ("/etc/haproxy/", format!("{place}/")),
            ("bind :80\n", format!("bind {plain}\n")),
            ("bind :443 ", format!("bind {secure} ")),
            ("server quad1 127.0.0.1:8080", servers.collect::<Vec<_>>().join("\n    ")),
        ],
    )
}

/// What `a2enmod` of the file's head switches on, and what Debian has switched on already.
const APACHE_MODULES: [&str; 13] = [
    "mpm_event",
    "authz_core",
    "alias",
    "reqtimeout",
    "ssl",
    "http2",
    "headers",
    "proxy",
    "proxy_http",
    "proxy_balancer",
    "lbmethod_byrequests",
    "slotmem_shm",
    "asis",
];

fn apache(folder: &Path, quads: &[SocketAddr], secure: SocketAddr, plain: SocketAddr) -> String {
    lay_replies("apache", folder);
    let place = folder.display();
    let site = packaged("apache/quad.conf");
    let member = site.lines().find(|line| line.contains("BalancerMember")).expect("a line").to_owned();
    let members = quads.iter().map(|quad| with(member.clone(), &[("127.0.0.1:8080", quad.to_string())]));
    let own = with(
        site,
        &[
            (&member, members.collect::<Vec<_>>().join("\n")),
            ("*:80", plain.to_string()),
            ("*:443", secure.to_string()),
            ("/etc/letsencrypt/live/quad.campus.example/fullchain.pem", format!("{place}/certificate.pem")),
            ("/etc/letsencrypt/live/quad.campus.example/privkey.pem", format!("{place}/key.pem")),
            ("/etc/apache2/quad-away", format!("{place}/quad-away")),
        ],
    );
    let modules = APACHE_MODULES.map(|name| format!("LoadModule {name}_module modules/mod_{name}.so\n")).concat();
    let mpm = packaged("apache/quad-mpm.conf");
    // Whom Debian lets it serve as; the folder is theirs to enter, the key is read before.
    let user = if super::is_root() { "User www-data\nGroup www-data\n" } else { "" };
    if super::is_root() {
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder, open).expect("opened");
    }
    format!(
        "ServerRoot /usr/lib/apache2\n{modules}{user}ServerName {NAME}\nPidFile {place}/pid\nErrorLog {place}/errors\n\
         DefaultRuntimeDir {place}\nRequestReadTimeout header=20-40,minrate=500\nRequestReadTimeout body=10,minrate=500\n\
         Listen {plain}\nListen {secure}\n{mpm}\n{own}\n"
    )
}
