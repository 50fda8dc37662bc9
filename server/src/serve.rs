//! Serve and worker: the commands that run until they are stopped: `quad serve`, and `quad worker` for background jobs alone.
//!
//! At the stop the jobs end first, while requests are still taken; then the door closes, what is in hand is answered, and the
//! database is let go. So the gap until the next process serves is the answers' alone. Two processes never serve one socket
//! at a time: a service manager begins the next one when this one has ended.

use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use futures::FutureExt;
use futures::future::maybe_done;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::terminal::print;
use crate::{demo, doctor, exposition, jobs, router};
use quad_http::server::{self, Owner};
use quad_http::systemd;
use quad_kernel::clock::Clock;
use quad_operations::instance_lock::serve_alone;
use quad_operations::operations::{self, ErrorLines};
use quad_services::config::{self, Settings};

/// Jobs in hand have this long at the stop. What is broken off then is due again when its claim runs out.
const JOBS_END: Duration = Duration::from_secs(30);

/// What a program puts around Quad. The binary `quad` has the machine's clock and no further pages.
pub struct Assembly {
    /// Where "now" comes from.
    pub clock: Clock,
    /// Pages beside Quad's own, outside of `/api`.
    pub pages: Router<App>,
}

impl Default for Assembly {
    fn default() -> Self {
        Self { clock: Clock::System, pages: Router::new() }
    }
}

/// How it is served.
pub struct Served {
    /// With the demo campus.
    pub with_demo: bool,
    /// Background jobs run in this process.
    pub with_jobs: bool,
    /// A listening socket that was handed over is used instead of the settings' address.
    pub socket: Option<TcpListener>,
    /// Clock and further pages.
    pub assembly: Assembly,
}

/// Serves until `stop`.
pub async fn serve(
    mut settings: Settings,
    Served { with_demo, with_jobs, socket, assembly }: Served,
    errors: ErrorLines,
    stop: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    if !with_jobs {
        refuse_sqlite(&settings, "--no-jobs")?;
    }
    // Each connection is an open file, and shells allow a thousand by default. Where nothing can be said nothing is done.
    if let Ok(files) = quad_load::raise_open_files() {
        tracing::debug!(files, "may be open at once");
    }
    if with_demo {
        demo::apply_demo_settings(&mut settings)?;
    }
    let _alone = match settings.database_file() {
        Some(database) => {
            warn_of_missing_database(&settings, &database);
            Some(serve_alone(&database).await?)
        }
        None => None,
    };
    let app = App::start(settings, assembly.clock).await?;
    app.pictures.check().await.context("media_url")?;
    warn_about(&app);
    // Nobody waits for it: a start is a gap in which nothing is answered.
    let (db, set) = (app.db.clone(), app.settings.clone());
    app.spawn(async move {
        for found in doctor::bad_at_start(&db, &set).await {
            tracing::error!(name = found.name, "{}", found.says);
        }
    });
    if with_demo && let Some(log_ins) = demo::seed(&app).await? {
        print(&log_ins);
    }
    let (listener, owner) = if let Some(socket) = socket {
        let listener = tokio::net::TcpListener::from_std(socket);
        (listener.context("the socket handed over cannot be used")?, Owner::ServiceManager)
    } else {
        let listener = server::listen(&app.settings.listen).await;
        (listener.with_context(|| format!("cannot listen on {}", app.settings.listen))?, Owner::Quad)
    };
    let address = listener.local_addr()?;
    app.listens_on(address);
    show_metrics(&app).await?;
    let jobs = with_jobs.then(|| Jobs::begin(&app));
    oversee(&app, "serve", errors);
    app.spawn(systemd::stay_alive(app.stop.clone()));
    let stop = heard_from_now(stop);
    print(&format!("Quad is on http://{address}"));
    tracing::info!(%address, "listening");
    systemd::ready();
    let ending = app.stop.clone();
    let asked = async move {
        stop.await;
        systemd::stopping();
        if let Some(jobs) = jobs {
            jobs.end().await;
        }
        // Streams would keep their connections open for ever.
        ending.cancel();
    };
    let served = async {
        server::serve(listener, owner, router::build_with(&app, assembly.pages), asked).await;
        tracing::info!("stopping");
        app.close().await;
    };
    watched(&app, served).await;
    Ok(())
}

/// Runs background jobs until it is asked to stop, and listens to nobody.
pub async fn work(settings: Settings, clock: Clock, errors: ErrorLines) -> anyhow::Result<()> {
    refuse_sqlite(&settings, "quad worker")?;
    let app = App::start(settings, clock).await?;
    app.pictures.check().await.context("media_url")?;
    warn_about(&app);
    // The payment sandbox is a server's; a job that needs it asks the one that listens where the settings say.
    if let Some(server) = tokio::net::lookup_host(&app.settings.listen).await.ok().and_then(|mut all| all.next()) {
        app.listens_on(server);
    }
    show_metrics(&app).await?;
    let jobs = Jobs::begin(&app);
    oversee(&app, "worker", errors);
    app.spawn(systemd::stay_alive(app.stop.clone()));
    let stop = heard_from_now(asked_to_stop());
    print("Quad runs background jobs");
    tracing::info!("working");
    systemd::ready();
    let worked = async {
        stop.await;
        systemd::stopping();
        jobs.end().await;
        app.close().await;
    };
    watched(&app, worked).await;
    Ok(())
}

/// Lets administrators see that this process runs, and what goes wrong in it.
fn oversee(app: &App, does: &'static str, errors: ErrorLines) {
    app.spawn(operations::send_heartbeats(app.state(), does));
    app.spawn(operations::store_errors(app.state(), errors));
}

/// Does it to its end, the stop included, and tends the database meanwhile.
async fn watched(app: &App, work: impl Future<Output = ()>) {
    tokio::select! {
        () = work => {}
        never = app.db.monitor() => match never {},
    }
}

/// Jobs being run in this process.
struct Jobs {
    no_more: CancellationToken,
    working: JoinHandle<()>,
}

impl Jobs {
    fn begin(app: &App) -> Self {
        let (worker, no_more) = (jobs::worker(app), CancellationToken::new());
        let end = no_more.clone().cancelled_owned();
        Self { no_more, working: app.tasks.spawn(async move { worker.run(end).await }) }
    }

    async fn end(mut self) {
        self.no_more.cancel();
        if timeout(JOBS_END, &mut self.working).await.is_err() {
            tracing::warn!("jobs were interrupted by the stop; they run again later");
            self.working.abort();
        }
    }
}

/// On SQLite one process serves and runs the jobs: another would not be heard by those who follow live updates.
fn refuse_sqlite(settings: &Settings, what: &str) -> anyhow::Result<()> {
    anyhow::ensure!(
        settings.database_file().is_none(),
        "{what} needs PostgreSQL (database_url): with SQLite the one process that serves runs the jobs as well"
    );
    Ok(())
}

/// Serves `/metrics` at an address of its own, if one is set.
async fn show_metrics(app: &App) -> anyhow::Result<()> {
    let address = app.settings.metrics_listen.as_str();
    if address.is_empty() {
        return Ok(());
    }
    let listener =
        server::listen(address).await.with_context(|| format!("cannot listen on {address} (metrics_listen)"))?;
    tracing::info!(address = %listener.local_addr()?, "metrics");
    app.spawn(server::serve(listener, Owner::Quad, exposition::router(app), app.stop.clone().cancelled_owned()));
    Ok(())
}

/// Begins to wait at once: whoever reads that this process has begun may end it in the same moment. Not earlier, because a
/// process that still begins ends by the signal itself.
fn heard_from_now(stop: impl Future<Output = ()>) -> impl Future<Output = ()> {
    let mut stop = Box::pin(maybe_done(stop));
    let _ = stop.as_mut().now_or_never();
    stop
}

/// Returns at SIGTERM or Ctrl-C.
pub async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
            let _ = interrupt.await;
            return;
        };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}

/// Returns at SIGTERM or Ctrl-C, and with `left` also when standard input ends: the program at its other end is gone,
/// however it ended.
pub async fn asked_to_stop_or_left(left: bool) {
    if !left {
        return asked_to_stop().await;
    }
    let (gone, is_gone) = tokio::sync::oneshot::channel();
    // A thread of its own: the runtime would wait in the end for a read that may never return.
    std::thread::spawn(move || {
        // What cannot be read has ended, too.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        // Nobody waits any more when it was asked to stop.
        let _ = gone.send(());
    });
    tokio::select! {
        () = asked_to_stop() => {}
        _ = is_gone => {}
    }
}

/// Pictures of a campus whose database is not where it is looked for: what begins then is another, empty campus.
fn warn_of_missing_database(settings: &Settings, database: &Path) {
    let pictures = settings.data_dir.join("media");
    if !database.exists() && std::fs::read_dir(&pictures).is_ok_and(|mut all| all.next().is_some()) {
        tracing::error!(
            pictures = %pictures.display(),
            database = %database.display(),
            "there are pictures but no database: a new, empty campus begins. If there was one before, stop, and put \
             its database back"
        );
    }
}

fn warn_about(app: &App) {
    for name in config::mistyped_variables() {
        tracing::warn!(name, "a variable is named like a setting, but there is no setting of that name");
    }
    if let Some(found) = doctor::file_system(&app.settings).filter(|found| found.level == doctor::Level::Warn) {
        tracing::warn!(name = found.name, "{}", found.says);
    }
    if app.settings.institute_domains.is_empty() {
        tracing::warn!("no institute_domains are set: any e-mail domain may register");
    }
    if app.settings.sells_for_money() {
        tracing::info!(provider = app.settings.razorpay_base_url, "purchases go to Razorpay, with real keys");
        if app.settings.razorpay_base_url.starts_with("http://") {
            tracing::warn!("razorpay_base_url is not https: the key travels unencrypted");
        }
    } else {
        tracing::warn!("no razorpay keys are set: purchases go through the payment sandbox, and no money moves");
    }
    if app.settings.drafts_by_provider() {
        let (provider, model) = (&app.settings.ai_base_url, &app.settings.ai_model);
        tracing::info!(provider, model, "questions are drafted by a provider");
        if provider.starts_with("http://") && !app.settings.ai_key.reveal().is_empty() {
            tracing::warn!("ai_base_url is not https: the key travels unencrypted");
        }
    } else {
        tracing::info!("questions are drafted by the built-in source: no AI provider is set");
    }
    if !app.mail.is_configured() {
        tracing::warn!(
            outbox = %app.settings.data_dir.join("outbox").display(),
            "no smtp_url is set: accounts work without a mailed link, and mail is written to the outbox folder"
        );
    }
}
