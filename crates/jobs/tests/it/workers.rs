//! Several workers, dying workers, stopping workers.

use std::collections::HashSet;
use std::time::Duration;

use quad_jobs::{LEASE_GRACE, State, Wake, Worker};
use tokio::sync::Notify;

use crate::harness::{Bed, Gated, both_engines, registry, say};

both_engines! {
    async fn racing_workers_run_each_job_exactly_once(bed: Bed) {
        let mut tx = bed.begin().await;
        for number in 0..50 {
            quad_jobs::enqueue(&mut tx, bed.now(), &say(format!("job {number}"))).await.unwrap();
        }
        tx.commit().await.unwrap();
        let mut processes = Vec::new();
        for _ in 0..4 {
            let db = bed.opened_again().await;
            processes.push(Worker::new(db, registry(), bed.app.clone(), bed.clock()).at_once(3, 3));
        }
        let stop = Notify::new();
        let all = futures::future::join_all(processes.iter().map(|worker| worker.run(stop.notified())));
        tokio::join!(all, async {
            bed.until("all are done", async |bed| bed.all().await.is_empty()).await;
            // A notification that nobody waits for yet is lost, so ask until everybody has heard it.
            tokio::time::sleep(Duration::from_millis(50)).await;
            stop.notify_waiters();
        });
        let runs = bed.app.runs();
        assert_eq!(runs.len(), 50);
        assert_eq!(runs.into_iter().collect::<HashSet<_>>().len(), 50);
    }

    async fn a_dead_workers_job_is_due_again_when_its_lease_ends(bed: Bed) {
        bed.enqueue(&Gated).await;
        {
            let worker = bed.worker();
            let dying = worker.run(std::future::pending());
            tokio::select! {
                () = dying => {}
                () = bed.until("it runs", async |bed| bed.app.runs() == ["gated 0"]) => {}
            }
        }
        let entry = bed.only().await;
        assert_eq!((entry.state, entry.tries), (State::Running, 1));
        assert_eq!(bed.run_due().await, 0, "nobody takes it while the lease stands");

        bed.pass(Duration::from_mins(1) + LEASE_GRACE);
        bed.app.second_gate.add_permits(1);
        assert_eq!(bed.run_due().await, 1);
        assert_eq!(bed.app.runs(), ["gated 0", "gated 1", "through 1"]);
        assert_eq!(bed.all().await, []);
    }

    async fn a_job_that_kills_its_worker_is_parked_in_the_end(bed: Bed) {
        bed.enqueue(&Gated).await;
        let mut tx = bed.begin().await;
        quad_db::sql("UPDATE jobs SET state = 1, tries = 10, lease_until = $1").arg(bed.now()).run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(bed.run_due().await, 0);
        let entry = bed.only().await;
        assert_eq!((entry.state, entry.last_error.as_deref()), (State::Parked, Some("its worker died each time it ran")));
    }

    async fn a_worker_that_lost_its_claim_changes_nothing(bed: Bed) {
        bed.enqueue(&Gated).await;
        let (early, late) = (bed.worker(), bed.worker());
        let (first, second) = tokio::join!(early.run_due(), async {
            bed.until("the early one runs", async |bed| bed.app.runs() == ["gated 0"]).await;
            bed.pass(Duration::from_hours(1));
            let (runs, ()) = tokio::join!(late.run_due(), async {
                bed.until("the late one runs", async |bed| bed.app.runs().len() == 2).await;
                bed.app.first_gate.add_permits(1);
                bed.until("the early one ended", async |bed| bed.app.runs().len() == 3).await;
                // What must not happen has this long: less than it takes proves less and fails nothing.
                tokio::time::sleep(Duration::from_millis(50)).await;
                let entry = bed.only().await;
                assert_eq!((entry.state, entry.tries), (State::Running, 2), "it is the late one's now");
                bed.app.second_gate.add_permits(1);
            });
            runs
        });
        assert_eq!((first.unwrap(), second.unwrap()), (1, 1));
        assert_eq!(bed.app.runs(), ["gated 0", "gated 1", "through 0", "through 1"]);
        assert_eq!(bed.all().await, []);
    }

    async fn stopping_finishes_the_jobs_in_hand_and_takes_no_more(bed: Bed) {
        bed.enqueue(&Gated).await;
        let worker = bed.worker().at_once(1, 1);
        let stop = Notify::new();
        tokio::join!(worker.run(stop.notified()), async {
            bed.until("it runs", async |bed| bed.app.runs() == ["gated 0"]).await;
            bed.enqueue(&say("too late")).await;
            stop.notify_one();
            // What must not happen has this long: less than it takes proves less and fails nothing.
            tokio::time::sleep(Duration::from_millis(50)).await;
            bed.app.first_gate.add_permits(1);
        });
        assert_eq!(bed.app.runs(), ["gated 0", "through 0"]);
        assert_eq!(bed.only().await.kind, "say");
    }

    async fn no_more_jobs_at_once_than_allowed(bed: Bed) {
        let mut tx = bed.begin().await;
        for _ in 0..3 {
            quad_jobs::enqueue(&mut tx, bed.now(), &Gated).await.unwrap();
            quad_db::sql("UPDATE jobs SET dedupe_key = NULL").run(&mut tx).await.unwrap();
        }
        tx.commit().await.unwrap();
        let worker = bed.worker().at_once(2, 3).poll_every(Duration::from_millis(5));
        let stop = Notify::new();
        tokio::join!(worker.run(stop.notified()), async {
            bed.until("two run", async |bed| bed.app.runs().len() == 2).await;
            // What must not happen has this long: less than it takes proves less and fails nothing.
            tokio::time::sleep(Duration::from_millis(50)).await;
            assert_eq!((bed.app.runs().len(), bed.counts().await.running), (2, 2));
            bed.app.first_gate.add_permits(3);
            bed.until("all are done", async |bed| bed.all().await.is_empty()).await;
            stop.notify_one();
        });
    }

    async fn jobs_of_a_kind_that_wait_leave_room_for_others(bed: Bed) {
        let mut tx = bed.begin().await;
        for _ in 0..5 {
            quad_jobs::enqueue(&mut tx, bed.now(), &Gated).await.unwrap();
            quad_db::sql("UPDATE jobs SET dedupe_key = NULL").run(&mut tx).await.unwrap();
        }
        tx.commit().await.unwrap();
        bed.pass(Duration::from_secs(1));
        for number in 0..9 {
            bed.enqueue(&say(format!("{number}"))).await;
        }
        let worker = bed.worker().at_once(3, 2).poll_every(Duration::from_millis(5));
        let stop = Notify::new();
        tokio::join!(worker.run(stop.notified()), async {
            bed.until("the others ran", async |bed| bed.app.runs().len() == 11).await;
            assert_eq!(bed.app.runs().iter().filter(|run| *run == "gated 0").count(), 2, "the rest of its kind waits");
            bed.app.first_gate.add_permits(5);
            bed.until("all are done", async |bed| bed.all().await.is_empty()).await;
            stop.notify_one();
        });
    }

    async fn a_woken_worker_does_not_wait_for_its_next_look(bed: Bed) {
        let wake = Wake::new();
        let worker = bed.worker().woken_by(wake.clone()).poll_every(Duration::from_hours(1));
        let stop = Notify::new();
        tokio::join!(worker.run(stop.notified()), async {
            // It has looked by then; sooner, this shows less and fails nothing.
            tokio::time::sleep(Duration::from_millis(50)).await;
            bed.enqueue(&say("now")).await;
            wake.wake();
            bed.until("it ran", async |bed| bed.app.runs() == ["now"]).await;
            stop.notify_one();
        });
    }

    async fn a_worker_that_is_not_woken_looks_by_itself(bed: Bed) {
        let worker = bed.worker();
        let stop = Notify::new();
        tokio::join!(worker.run(stop.notified()), async {
            // It has looked by then; sooner, this shows less and fails nothing.
            tokio::time::sleep(Duration::from_millis(50)).await;
            bed.enqueue(&say("soon")).await;
            bed.until("it ran", async |bed| bed.app.runs() == ["soon"]).await;
            stop.notify_one();
        });
    }
}
