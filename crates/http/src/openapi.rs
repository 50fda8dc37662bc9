//! OpenAPI: the head of the document, and the pass that gives every operation its error answers.

use utoipa::openapi::{Content, OpenApi, Ref, RefOr, ResponseBuilder};
use utoipa::{Modify, OpenApi as _};

use quad_kernel::problem::Problem;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Quad",
        description = "Quiz contests and clubs for a campus. Odd spellings (passWord, QuestionSet, Batch) are the \
            specification's and stay at this edge; see docs/http.md."
    ),
    servers((url = "/api")),
    components(schemas(Problem)),
    modifiers(&ErrorAnswers)
)]
struct Head;

/// The document without any path; the router adds them.
pub fn head() -> OpenApi {
    let mut head = Head::openapi();
    env!("CARGO_PKG_VERSION").clone_into(&mut head.info.version);
    head
}

/// Adds the error answers to all operations, and makes the document stable to compare.
pub fn finish(document: &mut OpenApi) {
    ErrorAnswers.modify(document);
}

struct ErrorAnswers;

impl Modify for ErrorAnswers {
    fn modify(&self, document: &mut OpenApi) {
        for item in document.paths.paths.values_mut() {
            let operations =
                [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch].into_iter().flatten();
            for operation in operations {
                for (status, description) in [("4XX", "Refused; `message` says why"), ("5XX", "Try again later")] {
                    let answer = ResponseBuilder::new()
                        .description(description)
                        .content("application/problem+json", Content::new(Some(Ref::from_schema_name("Problem"))))
                        .build();
                    operation.responses.responses.insert(status.to_owned(), RefOr::T(answer));
                }
            }
        }
    }
}
