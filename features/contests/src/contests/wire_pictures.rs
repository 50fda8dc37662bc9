//! JSON of questions' pictures.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use quad_http::body::UnreadNames;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{ContestId, PictureKey, QuestionId};
use quad_people::pictures::Picture;

use super::question_pictures::{AskedPicture, ContestPictures, QuestionPicture, SHOWN_WIDTHS};

/// A picture that a question shall show.
#[derive(Debug, Deserialize, ToSchema)]
pub struct QuestionPictureIn {
    /// As its upload answered it.
    #[serde(default)]
    pub id: String,
    /// What it shows, in words, for whoever does not see it: 1 to 300 characters.
    #[serde(default)]
    pub alt: String,
    /// The option it stands on, from 0; on the question when null or absent.
    #[serde(default)]
    pub option: Option<u32>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl TryFrom<QuestionPictureIn> for AskedPicture {
    type Error = Rejection;

    fn try_from(sent: QuestionPictureIn) -> Result<Self, Rejection> {
        let told = ["width", "height", "urls"];
        sent.others.refuse_at("pictures", "in a question’s picture", &told, &["id", "alt", "option"])?;
        Self::parse(&sent.id, &sent.alt, sent.option)
    }
}

/// Where a picture is got, by its width at most. Paths below the address of the installation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuestionPictureUrlsOut {
    /// For a phone's screen.
    #[serde(rename = "480")]
    small: String,
    /// To look at closely.
    #[serde(rename = "1280")]
    large: String,
}

impl QuestionPictureUrlsOut {
    fn new(contest: ContestId, key: &PictureKey) -> Self {
        let [small, large] = SHOWN_WIDTHS.map(|width| format!("/api/contests/{contest}/pictures/{key}/{width}"));
        Self { small, large }
    }
}

/// A picture of a question or of an option.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuestionPictureOut {
    /// What it shows, in words.
    alt: String,
    /// The option it stands on, from 0; null: on the question.
    option: Option<u8>,
    /// Of the largest variant, in pixels.
    width: u32,
    /// Of the largest variant, in pixels.
    height: u32,
    /// Where it is got.
    urls: QuestionPictureUrlsOut,
}

impl QuestionPictureOut {
    fn new(contest: ContestId, picture: &QuestionPicture) -> Self {
        Self {
            alt: picture.alt.clone(),
            option: picture.option,
            width: picture.width,
            height: picture.height,
            urls: QuestionPictureUrlsOut::new(contest, &picture.key),
        }
    }
}

/// The same for whoever writes the question, with the name under which it stays.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeyedQuestionPictureOut {
    /// Names it, for a rewrite.
    id: String,
    #[serde(flatten)]
    picture: QuestionPictureOut,
}

impl ContestPictures {
    /// Those of a question, for whoever reads it.
    pub fn out(&self, question: QuestionId) -> Vec<QuestionPictureOut> {
        self.shown(question).map(|picture| QuestionPictureOut::new(self.contest, picture)).collect()
    }

    /// Those of a question, for whoever writes it.
    pub(super) fn keyed_out(&self, question: QuestionId) -> Vec<KeyedQuestionPictureOut> {
        let keyed = |picture: &QuestionPicture| KeyedQuestionPictureOut {
            id: picture.key.to_string(),
            picture: QuestionPictureOut::new(self.contest, picture),
        };
        self.shown(question).map(keyed).collect()
    }

    /// The keys of those of a question.
    pub fn keys(&self, question: QuestionId) -> impl Iterator<Item = &PictureKey> {
        self.shown(question).map(|picture| &picture.key)
    }

    fn shown(&self, question: QuestionId) -> impl Iterator<Item = &QuestionPicture> {
        self.by_question.get(&question).into_iter().flatten()
    }
}

/// A picture that was uploaded for a contest, and that no question shows yet.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadedPictureOut {
    /// Names it; a question that is written with it shows it.
    id: String,
    /// Of the largest variant, in pixels.
    width: u32,
    /// Of the largest variant, in pixels.
    height: u32,
    /// Where its owner gets it.
    urls: QuestionPictureUrlsOut,
}

/// Answer of POST /contests/{contestId}/pictures.
#[derive(Debug, Serialize, ToSchema)]
pub struct PictureUploadedOut {
    /// Always true.
    pub success: bool,
    /// As it is kept.
    pub picture: UploadedPictureOut,
}

impl PictureUploadedOut {
    /// A picture of a contest.
    pub fn new(contest: ContestId, picture: &Picture) -> Self {
        let Picture { key, width, height, .. } = picture;
        let urls = QuestionPictureUrlsOut::new(contest, key);
        let picture = UploadedPictureOut { id: key.to_string(), width: *width, height: *height, urls };
        Self { success: true, picture }
    }
}
