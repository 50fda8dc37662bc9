//! Enqueueing: a job exists if and only if the transaction that caused it does; twins are one.

use std::time::Duration;

use quad_db::Engine;

use crate::harness::{Bed, Gated, both_engines, flaky, say};

both_engines! {
    async fn a_job_lives_and_dies_with_the_callers_transaction(bed: Bed) {
        let mut tx = bed.begin().await;
        quad_jobs::enqueue(&mut tx, bed.now(), &say("rolled back")).await.unwrap();
        drop(tx);
        assert_eq!(bed.run_due().await, 0);

        let mut tx = bed.begin().await;
        quad_jobs::enqueue(&mut tx, bed.now(), &say("committed")).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(bed.run_due().await, 1);
        assert_eq!(bed.app.runs(), ["committed"]);
        assert_eq!(bed.all().await, [], "a job that is done leaves no row");
    }

    async fn a_job_for_later_waits_for_its_time(bed: Bed) {
        let mut tx = bed.begin().await;
        quad_jobs::enqueue_at(&mut tx, bed.now(), bed.now() + 1000, &say("later")).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(bed.run_due().await, 0);
        bed.pass(Duration::from_millis(999));
        assert_eq!(bed.run_due().await, 0);
        bed.pass(Duration::from_millis(1));
        assert_eq!(bed.run_due().await, 1);
    }

    async fn due_jobs_run_in_the_order_of_their_time(bed: Bed) {
        let mut tx = bed.begin().await;
        for (text, ago) in [("third", 1), ("first", 30), ("second", 2)] {
            quad_jobs::enqueue_at(&mut tx, bed.now(), bed.now() - ago, &say(text)).await.unwrap();
        }
        tx.commit().await.unwrap();
        assert_eq!(bed.run_due().await, 3);
        assert_eq!(bed.app.runs(), ["first", "second", "third"]);
    }

    async fn a_waiting_twin_is_enough(bed: Bed) {
        bed.enqueue(&flaky("one", 0, Some("key"))).await;
        bed.enqueue(&flaky("two", 0, Some("key"))).await;
        bed.enqueue(&flaky("other key", 0, Some("other"))).await;
        bed.enqueue(&flaky("no key", 0, None)).await;
        bed.enqueue(&flaky("no key", 0, None)).await;
        assert_eq!(bed.run_due().await, 4);
        assert_eq!(bed.app.runs(), ["one after 0", "other key after 0", "no key after 0", "no key after 0"]);
        bed.enqueue(&flaky("three", 0, Some("key"))).await;
        assert_eq!(bed.run_due().await, 1, "a job that is done stands in nobody's way");
    }

    async fn a_twin_that_would_run_later_moves_forward(bed: Bed) {
        let mut tx = bed.begin().await;
        quad_jobs::enqueue_at(&mut tx, bed.now(), bed.now() + 60_000, &flaky("a", 0, Some("key"))).await.unwrap();
        tx.commit().await.unwrap();
        bed.enqueue(&flaky("b", 0, Some("key"))).await;
        assert_eq!(bed.only().await.run_at, bed.now());
        assert_eq!(bed.run_due().await, 1);
    }

    async fn a_twin_that_has_failed_keeps_its_pause(bed: Bed) {
        bed.enqueue(&flaky("a", 1, Some("key"))).await;
        assert_eq!(bed.run_due().await, 1);
        let before = bed.only().await;
        bed.enqueue(&flaky("b", 1, Some("key"))).await;
        assert_eq!(bed.only().await, before);
    }

    async fn a_running_job_is_no_twin(bed: Bed) {
        bed.enqueue(&Gated).await;
        let worker = bed.worker();
        let stop = tokio::sync::Notify::new();
        tokio::join!(worker.run(stop.notified()), async {
            bed.until("the first runs", async |bed| bed.app.runs() == ["gated 0"]).await;
            bed.enqueue(&Gated).await;
            bed.enqueue(&Gated).await;
            let counts = bed.counts().await;
            assert_eq!((counts.running + counts.waiting, bed.all().await.len()), (2, 2));
            bed.app.first_gate.add_permits(2);
            bed.until("both are done", async |bed| bed.all().await.is_empty()).await;
            stop.notify_one();
        });
        assert_eq!(bed.app.runs().iter().filter(|run| *run == "through 0").count(), 2);
    }

    async fn racing_twins_are_one(bed: Bed) {
        let enqueue = || async { bed.enqueue(&flaky("racer", 0, Some("key"))).await };
        futures::future::join_all((0..16).map(|_| enqueue())).await;
        assert_eq!(bed.all().await.len(), 1);
    }

    /// Otherwise the twin could run on the data from before the commit, and nothing would run on the data after it.
    async fn a_waiting_twin_cannot_run_before_the_commit_that_counts_on_it(bed: Bed) {
        if bed.db.engine() == Engine::Sqlite {
            return; // one writer at a time: the claim itself waits for the commit
        }
        bed.enqueue(&flaky("twin", 0, Some("key"))).await;
        let mut tx = bed.begin().await;
        quad_jobs::enqueue(&mut tx, bed.now(), &flaky("second", 0, Some("key"))).await.unwrap();
        assert_eq!(bed.run_due().await, 0);
        tx.commit().await.unwrap();
        assert_eq!(bed.run_due().await, 1);
    }
}
