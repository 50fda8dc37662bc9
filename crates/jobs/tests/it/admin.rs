//! What an administrator may do.

use std::time::Duration;

use quad_jobs::{JobCounts, State};

use crate::harness::{Bed, Gated, Hopeless, both_engines, flaky, say};

both_engines! {
    async fn the_list_shows_where_each_job_stands(bed: Bed) {
        bed.enqueue(&Hopeless { secret: String::new() }).await;
        bed.run_due().await;
        bed.enqueue(&say("waiting")).await;
        assert_eq!(bed.counts().await, JobCounts { waiting: 1, running: 0, parked: 1 });
        let kinds: Vec<_> = bed.all().await.into_iter().map(|entry| (entry.kind, entry.state)).collect();
        assert_eq!(kinds, [("hopeless".to_owned(), State::Parked), ("say".to_owned(), State::Waiting)]);
        let parked = quad_jobs::list(&bed.db, Some(State::Parked), 10).await.unwrap();
        assert_eq!((parked.len(), parked[0].created_at), (1, bed.now()));
        assert_eq!(quad_jobs::list(&bed.db, None, 1).await.unwrap().len(), 1);
    }

    async fn a_parked_job_can_be_tried_again_even_beside_a_waiting_twin(bed: Bed) {
        bed.enqueue(&flaky("old", 99, Some("key"))).await;
        for _ in 0..4 {
            bed.run_due().await;
            bed.pass(Duration::from_hours(2));
        }
        let parked = bed.only().await;
        let mut tx = bed.begin().await;
        quad_jobs::enqueue_at(&mut tx, bed.now(), bed.now() + 1, &flaky("new", 0, Some("key"))).await.unwrap();
        assert!(quad_jobs::retry(&mut tx, bed.now(), parked.id).await.unwrap());
        assert!(!quad_jobs::retry(&mut tx, bed.now(), parked.id).await.unwrap(), "only parked jobs");
        tx.commit().await.unwrap();
        assert_eq!(bed.run_due().await, 1);
        assert_eq!(bed.app.runs().last().unwrap(), "old after 0", "counted anew");
    }

    async fn dropping_takes_all_but_running_jobs(bed: Bed) {
        bed.enqueue(&Gated).await;
        let worker = bed.worker();
        let (runs, ()) = tokio::join!(worker.run_due(), async {
            bed.until("it runs", async |bed| bed.app.runs().len() == 1).await;
            let running = bed.only().await;
            let mut tx = bed.begin().await;
            assert!(!quad_jobs::drop(&mut tx, running.id).await.unwrap());
            tx.commit().await.unwrap();
            bed.app.first_gate.add_permits(1);
        });
        assert_eq!(runs.unwrap(), 1);
        bed.enqueue(&say("never mind")).await;
        let waiting = bed.only().await;
        let mut tx = bed.begin().await;
        assert!(quad_jobs::drop(&mut tx, waiting.id).await.unwrap());
        assert!(!quad_jobs::drop(&mut tx, waiting.id).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(bed.run_due().await, 0);
    }
}
