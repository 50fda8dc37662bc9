//! Live updates of events: the places and times of one, the same for everybody who follows it, and that the list is another.
//! They name nobody: who registered is for the club's managers, and one's own place is asked for.

use quad_db::{DbError, Source};

use quad_kernel::ids::EventId;
use quad_live::Topic;
use quad_people::PeopleState;

use super::store;
use super::wire::EventStandingOut;

/// How an event stands, for its live topic; nothing when there is no such event.
pub async fn live_event(source: &impl Source, id: EventId) -> Result<Option<EventStandingOut>, DbError> {
    Ok(store::find(source, id, None).await?.as_ref().map(EventStandingOut::new))
}

/// Tells those who follow them that places of these events were taken or given up. Called after the commit.
pub fn publish(app: &PeopleState, events: &[EventId]) {
    for id in events {
        app.live.publish(Topic::Event(*id));
    }
}

/// The same of an event that was made, changed or called off, and that the list is another.
pub(super) fn publish_change(app: &PeopleState, id: EventId) {
    publish(app, &[id]);
    app.live.publish(Topic::Events);
}
