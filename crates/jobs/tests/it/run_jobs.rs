//! How a run ends: done, later, parked; a panic, a hang, an unknown kind, a payload nobody can read.

use std::time::Duration;

use quad_db::sql;
use quad_jobs::State;

use crate::harness::{App, Bed, Bomb, FromTheFuture, Hopeless, Slow, both_engines, flaky, registry, say};

async fn insert_raw(bed: &Bed, kind: &str, payload: &str) {
    let mut tx = bed.begin().await;
    sql("INSERT INTO jobs (kind, payload, run_at, created_at) VALUES ($1, $2, $3, $3)")
        .arg(kind)
        .arg(payload)
        .arg(bed.now())
        .run(&mut tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

both_engines! {
    async fn a_failed_job_comes_back_after_growing_pauses(bed: Bed) {
        bed.enqueue(&flaky("job", 3, None)).await;
        let mut pauses = Vec::new();
        for try_number in 1..=3 {
            assert_eq!(bed.run_due().await, 1);
            let entry = bed.only().await;
            assert_eq!((entry.state, entry.tries), (State::Waiting, try_number));
            assert_eq!(entry.last_error.as_deref(), Some("the other side is busy"));
            let pause = entry.run_at - bed.now();
            bed.pass(Duration::from_millis(u64::try_from(pause).unwrap() - 1));
            assert_eq!(bed.run_due().await, 0, "not before its time");
            bed.pass(Duration::from_millis(1));
            pauses.push(pause);
        }
        assert!(pauses.is_sorted() && pauses[2] > 2 * pauses[0], "{pauses:?}");
        assert_eq!(bed.run_due().await, 1);
        assert_eq!(bed.app.runs(), ["job after 0", "job after 1", "job after 2", "job after 3"]);
        assert_eq!(bed.all().await, []);
    }

    async fn after_its_last_try_it_is_parked_not_lost(bed: Bed) {
        bed.enqueue(&flaky("job", 99, None)).await;
        for _ in 0..10 {
            bed.run_due().await;
            bed.pass(Duration::from_hours(2));
        }
        assert_eq!(bed.app.runs().len(), 4, "MAX_TRIES");
        let entry = bed.only().await;
        assert_eq!((entry.state, entry.tries, entry.lease_until), (State::Parked, 4, None));
        assert_eq!(entry.last_error.as_deref(), Some("gave up after 4 tries: the other side is busy"));
    }

    async fn giving_up_parks_at_once(bed: Bed) {
        bed.enqueue(&Hopeless { secret: String::new() }).await;
        assert_eq!(bed.run_due().await, 1);
        let entry = bed.only().await;
        assert_eq!((entry.state, entry.last_error.as_deref()), (State::Parked, Some("no such address")));
    }

    async fn a_panic_is_a_failure_like_others(bed: Bed) {
        bed.enqueue(&Bomb { secret: String::new() }).await;
        bed.enqueue(&say("still here")).await;
        assert_eq!(bed.run_due().await, 2);
        assert_eq!(bed.app.runs(), ["still here"]);
        assert_eq!(bed.only().await.last_error.as_deref(), Some("panicked: boom number 0"));
        bed.pass(Duration::from_hours(1));
        assert_eq!(bed.run_due().await, 1);
        assert_eq!(bed.only().await.state, State::Parked);
    }

    async fn a_job_that_hangs_is_broken_off(bed: Bed) {
        bed.enqueue(&Slow).await;
        assert_eq!(bed.run_due().await, 1);
        let entry = bed.only().await;
        assert_eq!((entry.state, entry.last_error.as_deref()), (State::Waiting, Some("took longer than 0.05 s")));
    }

    async fn an_unknown_kind_is_parked_and_runs_once_it_is_known(bed: Bed) {
        bed.enqueue(&FromTheFuture).await;
        bed.enqueue(&say("next")).await;
        assert_eq!(bed.run_due().await, 1, "it does not hold up the others");
        let entry = bed.only().await;
        assert_eq!((entry.state, entry.kind.as_str()), (State::Parked, "from_the_future"));
        assert_eq!(entry.last_error.as_deref(), Some("this version knows no such kind of job"));

        let mut tx = bed.begin().await;
        assert!(quad_jobs::retry(&mut tx, bed.now(), entry.id).await.unwrap());
        tx.commit().await.unwrap();
        let registry = registry().register::<FromTheFuture>();
        let newer = quad_jobs::Worker::new(bed.db.clone(), registry, App::default(), bed.clock());
        assert_eq!(newer.run_due().await.unwrap(), 1);
        assert_eq!(bed.all().await, []);
    }

    async fn a_poisoned_payload_is_parked_without_being_quoted(bed: Bed) {
        insert_raw(&bed, "say", r#"{"text": 123456}"#).await;
        insert_raw(&bed, "say", r#"{"text": "123456"#).await;
        assert_eq!(bed.run_due().await, 2);
        let reasons: Vec<_> = bed.all().await.into_iter().map(|entry| entry.last_error.unwrap()).collect();
        assert_eq!(
            reasons,
            [
                "the payload does not fit this kind of job (line 1, column 15)",
                "the payload is not JSON (line 1, column 16)"
            ]
        );
        assert_eq!(bed.counts().await.parked, 2);
    }

    /// While the first failed, a second with the same key began to wait: one of them is enough, with the tries of both.
    async fn a_failed_job_hands_its_tries_to_the_twin_that_waits(bed: Bed) {
        bed.enqueue(&flaky("first", 99, Some("key"))).await;
        assert_eq!(bed.run_due().await, 1);
        let mut tx = bed.begin().await;
        sql("UPDATE jobs SET state = 1, lease_until = $1").arg(bed.now()).run(&mut tx).await.unwrap();
        quad_jobs::enqueue_at(&mut tx, bed.now(), bed.now() + 60_000, &flaky("second", 99, Some("key"))).await.unwrap();
        tx.commit().await.unwrap();

        assert_eq!(bed.run_due().await, 1);
        let twin = bed.only().await;
        assert_eq!((twin.state, twin.tries), (State::Waiting, 2));
        assert!(twin.run_at - bed.now() < 15_000, "the earlier of the two times");
        bed.pass(Duration::from_secs(15));
        assert_eq!(bed.run_due().await, 1);
        assert_eq!(bed.app.runs(), ["first after 0", "first after 1", "second after 2"]);
    }

    /// The queue promises at least once; that a second run changes nothing is the job's own affair. Here it is not.
    async fn a_job_whose_end_was_never_written_runs_twice(bed: Bed) {
        bed.enqueue(&say("hello")).await;
        let copy = sql("INSERT INTO jobs (kind, payload, run_at, created_at) SELECT kind, payload, run_at, created_at FROM jobs");
        let mut tx = bed.begin().await;
        copy.run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(bed.run_due().await, 2);
        assert_eq!(bed.app.runs(), ["hello", "hello"]);
    }
}
