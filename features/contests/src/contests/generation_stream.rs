//! Generation stream: the answer of question generation as server-sent events, how far the work is, then the drafts, or why
//! there are none. The work runs inside the stream, so that it ends when the stream is dropped.

use std::time::Duration;

use axum::body::Bytes;
use axum::response::Response;
use futures::future::BoxFuture;
use futures::{FutureExt, stream};
use quad_quizgen::Step;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::ContestsState;
use quad_http::live;
use quad_kernel::error::Error;
use quad_kernel::problem::{REQUEST_ID, RequestId, problem_body};

use super::generate_questions::Generation;
use super::wire::{DraftOut, DraftingProgressOut};

/// A page does not come back to a stream that was asked for by POST; a browser's own client must not, either.
const NEVER: Duration = Duration::from_hours(24);

struct GenerationStream {
    work: Option<BoxFuture<'static, ()>>,
    frames: UnboundedReceiver<Bytes>,
}

/// Answers with the events `progress` (any number), then one `drafts` or `failed`.
pub(super) fn reply(app: &ContestsState, work: Generation, number: usize) -> Response {
    let (sender, frames) = unbounded_channel();
    let told = sender.clone();
    // Nobody listening means that the stream is being dropped, and this with it.
    let progress = move |written: usize, step: &'static str| {
        let _ = told.send(frame("progress", &DraftingProgressOut { written, of: number, step }));
    };
    let app = app.clone();
    let working = async move {
        let done = match work {
            Generation::Done(drafted) => {
                progress(drafted.drafts.len(), "writing");
                Ok(drafted)
            }
            Generation::AskProvider(call) => {
                progress(0, "writing");
                let written = std::sync::atomic::AtomicUsize::new(0);
                let heard = move |step| {
                    use std::sync::atomic::Ordering::Relaxed;
                    match step {
                        Step::Written(number) => {
                            written.store(number, Relaxed);
                            progress(number, "writing");
                        }
                        Step::Checking => progress(written.load(Relaxed), "checking"),
                        Step::Spent(_) => {}
                    }
                };
                call.run(&app, heard).await
            }
        };
        let last = match done {
            Ok(drafted) => frame("drafts", &DraftOut::all(drafted)),
            Err(fail) => failed(&fail),
        };
        let _ = sender.send(last);
    };
    // The stream is read after the handler's scope has ended; a failure shall name the request all the same.
    let request = RequestId::current();
    let generation = GenerationStream { work: Some(REQUEST_ID.scope(request, working).boxed()), frames };
    live::reply(stream::unfold(generation, next), NEVER)
}

/// The next frame; while there is none, the work goes on. A finished work is dropped, and with it the last sender.
async fn next(mut generation: GenerationStream) -> Option<(Bytes, GenerationStream)> {
    loop {
        let Some(work) = &mut generation.work else {
            return generation.frames.recv().await.map(|frame| (frame, generation));
        };
        tokio::select! {
            biased;
            Some(frame) = generation.frames.recv() => return Some((frame, generation)),
            () = work => generation.work = None,
        }
    }
}

fn failed(fail: &Error) -> Bytes {
    frame("failed", &problem_body(fail))
}

fn frame(event: &str, data: &impl Serialize) -> Bytes {
    // Numbers, texts and lists of them: nothing that JSON cannot say.
    let data = serde_json::to_string(data).unwrap_or_default();
    Bytes::from(format!("event: {event}\ndata: {data}\n\n"))
}
