//! Requests as bytes, made beforehand, so that a measurement does not spend its time on building them. Values are
//! written as they are given; a line break in one is left out, so that nothing can add a header.

/// A request in the making.
#[derive(Debug, Clone)]
pub struct Request {
    head: String,
    body: Vec<u8>,
}

impl Request {
    /// A request with any method. `path` is what follows the host, with its query.
    pub fn new(method: &str, path: &str) -> Self {
        let head = format!("{} {} HTTP/1.1\r\n", one_line(method), one_line(path));
        Self { head, body: Vec::new() }.header("host", "localhost")
    }

    /// `GET path`.
    pub fn get(path: &str) -> Self {
        Self::new("GET", path)
    }

    /// `POST path`, with no body unless one is given.
    pub fn post(path: &str) -> Self {
        Self::new("POST", path)
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.head.push_str(&one_line(name));
        self.head.push_str(": ");
        self.head.push_str(&one_line(value));
        self.head.push_str("\r\n");
        self
    }

    /// Adds a cookie, given as `name=value`.
    #[must_use]
    pub fn cookie(self, cookie: &str) -> Self {
        self.header("cookie", cookie)
    }

    /// Sets the body, which is JSON already.
    #[must_use]
    pub fn json(self, body: impl Into<String>) -> Self {
        self.body("application/json", body.into().into_bytes())
    }

    /// Sets the body, which is of some type.
    #[must_use]
    pub fn body(mut self, content_type: &str, body: Vec<u8>) -> Self {
        self.body = body;
        self.header("content-type", content_type)
    }

    /// The bytes to send.
    pub fn bytes(self) -> Vec<u8> {
        let Self { mut head, body } = self;
        if !body.is_empty() || !head.starts_with("GET ") {
            head.push_str("content-length: ");
            head.push_str(&body.len().to_string());
            head.push_str("\r\n");
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend(body);
        bytes
    }
}

fn one_line(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_what_a_server_reads() {
        let get = Request::get("/api/a?b=c").cookie("s=1").bytes();
        assert_eq!(get, b"GET /api/a?b=c HTTP/1.1\r\nhost: localhost\r\ncookie: s=1\r\n\r\n");
        let post = String::from_utf8(Request::post("/a").json("{\"a\":1}").bytes()).unwrap();
        assert!(post.ends_with("content-type: application/json\r\ncontent-length: 7\r\n\r\n{\"a\":1}"), "{post}");
        assert!(Request::post("/a").bytes().ends_with(b"content-length: 0\r\n\r\n"));
    }

    #[test]
    fn no_value_adds_a_header() {
        let bytes = String::from_utf8(Request::get("/").cookie("a=1\r\nx: y").bytes()).unwrap();
        assert!(bytes.contains("cookie: a=1x: y\r\n"), "{bytes}");
    }
}
