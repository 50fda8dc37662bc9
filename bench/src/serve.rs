//! In-process server: this program serves Quad instead of the binary `quad`, so that the smoke test needs nothing that
//! is not built with it. Never used for a figure: it has no worker for jobs.

use std::path::PathBuf;

use quad::app::App;
use quad_db::{Db, OpenOptions};
use quad_kernel::clock::Clock;
use quad_kernel::ids::Random;
use quad_migrations::Migrations;
use quad_services::config::{Flags, load};

/// As `quad serve` takes them.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Folder for everything but the database.
    #[arg(long)]
    data_dir: PathBuf,
    /// Address and port.
    #[arg(long)]
    listen: String,
}

/// Serves until it is ended.
pub async fn serve(options: &Options) -> anyhow::Result<()> {
    let flags = Flags { data_dir: Some(options.data_dir.clone()), listen: Some(options.listen.clone()), config: None };
    let settings = load(&flags)?;
    let db = Db::open(&settings.database(), &OpenOptions::default()).await?;
    db.migrate::<Migrations>().await?;
    let app = App::build(settings, db, Clock::System, Random::System, quad_mail::Mailer::memory());
    let listener = tokio::net::TcpListener::bind(&app.settings.listen).await?;
    crate::say(&format!("Quad is on http://{}", listener.local_addr()?));
    quad_http::server::serve(
        listener,
        quad_http::server::Owner::Quad,
        quad::router::build(&app),
        std::future::pending(),
    )
    .await;
    Ok(())
}
