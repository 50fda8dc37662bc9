//! Forms with files, written byte by byte, so that stories can also write them wrongly.

use reqwest::Method;

use super::{Answer, Browser};

// Pictures; the library's own stories use them, too.
#[path = "../../../../crates/blobs/tests/made/mod.rs"]
#[expect(dead_code, reason = "shared with another program")]
pub mod made;

const BOUNDARY: &str = "----quadquadquadquad";

/// A form being written.
#[derive(Clone, Default)]
pub struct Form(Vec<u8>);

impl Form {
    pub fn new() -> Self {
        Self::default()
    }

    /// With a text.
    pub fn text(mut self, name: &str, value: &str) -> Self {
        let head = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        self.0.extend(head.as_bytes());
        self
    }

    /// With a file; its declared type says nothing.
    pub fn file(mut self, name: &str, called: &str, bytes: &[u8]) -> Self {
        let head = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{called}\"\r\n\
             content-type: image/png\r\n\r\n"
        );
        self.0.extend(head.as_bytes());
        self.0.extend(bytes);
        self.0.extend(b"\r\n");
        self
    }

    /// As it is sent.
    pub fn bytes(mut self) -> Vec<u8> {
        self.0.extend(format!("--{BOUNDARY}--\r\n").as_bytes());
        self.0
    }

    /// As it is sent by somebody whose line broke.
    pub fn broken_off(self) -> Vec<u8> {
        self.0
    }
}

impl Browser {
    /// Sends a form.
    pub async fn send_form(&self, method: Method, path: &str, form: Form) -> Answer {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send_bytes(method, path, &kind, form.bytes()).await
    }

    /// Sends a form that breaks off.
    pub async fn send_broken_form(&self, method: Method, path: &str, form: Form) -> Answer {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send_bytes(method, path, &kind, form.broken_off()).await
    }

    /// Shows a picture of oneself.
    pub async fn set_picture(&self, called: &str, bytes: &[u8]) -> Answer {
        self.send_form(Method::PUT, "/account/picture", Form::new().file("image", called, bytes)).await
    }
}
