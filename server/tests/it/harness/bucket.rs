//! Applications and processes whose pictures are in a bucket.

use super::{BUCKET, KEY_ID, S3Server, SECRET, TestApp};

/// Settings by the names of the environment.
pub type Environment = Vec<(&'static str, String)>;

impl S3Server {
    /// Settings with a prefix of its bucket as the place of pictures.
    pub fn settings(&self, prefix: &str) -> Environment {
        vec![
            ("QUAD_MEDIA_URL", format!("s3://{BUCKET}/{prefix}")),
            ("QUAD_MEDIA_S3_ENDPOINT", self.endpoint()),
            ("QUAD_MEDIA_S3_KEY_ID", KEY_ID.to_owned()),
            ("QUAD_MEDIA_S3_SECRET", SECRET.to_owned()),
        ]
    }

    /// An application like another with its pictures here.
    pub async fn app(&self, t: &TestApp) -> TestApp {
        t.another(&lent(&self.settings("")), 2).await
    }
}

/// The same, lent.
pub fn lent<'a>(settings: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    settings.iter().map(|(name, value)| (*name, value.as_str())).collect()
}
