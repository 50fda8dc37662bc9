//! Jobs that run by the clock: once per interval, however many processes there are.

use std::time::Duration;

use quad_jobs::{Registry, State, Worker};
use tokio::sync::Notify;

use crate::harness::{App, Bed, Tick, both_engines};

const INTERVAL: Duration = Duration::from_mins(10);

fn registry() -> Registry<App> {
    Registry::new().every(INTERVAL, || Tick)
}

async fn process(bed: &Bed) -> Worker<App> {
    Worker::new(bed.opened_again().await, registry(), bed.app.clone(), bed.clock())
}

both_engines! {
    async fn it_runs_once_per_interval_in_one_of_three_processes(bed: Bed) {
        let processes = [process(&bed).await, process(&bed).await, process(&bed).await];
        for turn in 0..4 {
            let mut runs = 0;
            for worker in &processes {
                runs += worker.run_due().await.unwrap();
            }
            assert_eq!(runs, u64::from(turn > 0), "turn {turn}");
            bed.pass(INTERVAL);
        }
        assert_eq!(bed.app.runs(), ["tick 0"; 3]);
        assert_eq!(bed.only().await.run_at % 600_000, 0, "at a multiple of the interval");
    }

    async fn racing_processes_start_it_once(bed: Bed) {
        let processes = [process(&bed).await, process(&bed).await, process(&bed).await];
        let stop = Notify::new();
        let all = futures::future::join_all(processes.iter().map(|worker| worker.run(stop.notified())));
        tokio::join!(all, async {
            bed.until("it waits", async |bed| bed.all().await.len() == 1).await;
            bed.pass(INTERVAL);
            bed.until("it ran", async |bed| bed.app.runs() == ["tick 0"]).await;
            tokio::time::sleep(Duration::from_millis(700)).await;
            stop.notify_waiters();
        });
        assert_eq!(bed.app.runs(), ["tick 0"]);
        assert_eq!(bed.only().await.state, State::Waiting);
    }

    async fn after_a_long_pause_it_runs_once_not_for_each_missed_turn(bed: Bed) {
        let worker = process(&bed).await;
        worker.run_due().await.unwrap();
        bed.pass(INTERVAL * 50);
        assert_eq!(worker.run_due().await.unwrap(), 1);
    }

    async fn a_failed_turn_is_tried_again_before_the_next(bed: Bed) {
        let worker = process(&bed).await;
        worker.run_due().await.unwrap();
        bed.app.second_gate.add_permits(1);
        bed.pass(INTERVAL);
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(bed.only().await.run_at, bed.now() + 60_000, "the waiting turn comes forward");
        bed.pass(Duration::from_mins(1));
        bed.app.second_gate.forget_permits(1);
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(bed.app.runs(), ["tick 0", "tick 1"]);
        let next = bed.only().await;
        assert_eq!((next.tries, next.run_at % 600_000), (0, 0), "and then by the clock again");
    }

    async fn a_turn_that_never_works_is_parked_and_the_next_still_comes(bed: Bed) {
        let worker = process(&bed).await;
        worker.run_due().await.unwrap();
        bed.app.second_gate.add_permits(1);
        bed.pass(INTERVAL);
        for _ in 0..3 {
            worker.run_due().await.unwrap();
            bed.pass(Duration::from_mins(1));
        }
        let counts = bed.counts().await;
        assert_eq!((counts.parked, counts.waiting), (1, 1));
        bed.app.second_gate.forget_permits(1);
        bed.pass(INTERVAL);
        assert_eq!(worker.run_due().await.unwrap(), 1);
    }

    async fn a_dropped_turn_comes_back(bed: Bed) {
        let worker = process(&bed).await;
        worker.run_due().await.unwrap();
        let mut tx = bed.begin().await;
        assert!(quad_jobs::drop(&mut tx, bed.only().await.id).await.unwrap());
        tx.commit().await.unwrap();
        worker.run_due().await.unwrap();
        assert_eq!(bed.all().await.len(), 1);
    }

    async fn a_much_shorter_interval_counts_at_once(bed: Bed) {
        let rarely = Registry::new().every(Duration::from_hours(24), || Tick);
        Worker::new(bed.db.clone(), rarely, bed.app.clone(), bed.clock()).run_due().await.unwrap();
        let before = bed.only().await.run_at;
        process(&bed).await.run_due().await.unwrap();
        let after = bed.only().await.run_at;
        assert!(before > after && after - bed.now() <= 600_000);
    }
}

#[test]
#[should_panic(expected = "two kinds of job are called tick")]
fn two_kinds_of_one_name_stop_the_start() {
    drop(registry().register::<Tick>());
}
