//! Routes of galleries: each reads its request, calls one function and writes the reply.

use axum::extract::{FromRequest, Path, Request, State};
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::{clubs, events};
use quad_http::auth::Member;
use quad_http::body::Body;
use quad_http::reply::{Done, Reply, Said, ok};
use quad_http::uploads::Files;
use quad_kernel::error::Result;
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::pictures;

use super::model::{FILES, Gallery};
use super::wire::{
    AddGalleryForm, CaptionIn, GalleriesOut, GalleryAnswer, GalleryInput, GalleryOut, GallerySavedOut, RefusedOut,
    RemoveIn, UploadedOut,
};
use super::{edit_gallery, messages, store, upload_pictures};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new()
        .routes(routes!(add))
        .routes(routes!(of_club))
        .routes(routes!(one))
        .routes(routes!(remove_image))
        .routes(routes!(rename, delete))
}

/// Add pictures to an event's gallery; the first of them make it. Files that cannot be taken are named, the others stay.
#[utoipa::path(post, path = "/upload/addgallery", tag = "galleries",
    request_body(content = AddGalleryForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedOut), (status = 200, body = UploadedOut)))]
async fn add(State(app): State<PeopleState>, who: Member, request: Request) -> Reply<UploadedOut> {
    // Half a gigabyte is not read for somebody who manages nothing.
    if !who.is_admin && clubs::managed_by(&app.db, who.id).await?.is_empty() {
        return Err(messages::NO_CLUB.into());
    }
    let form = Files::<FILES>::from_request(request, &app).await?;
    let asked = GalleryInput::parse(&form)?;
    let done = upload_pictures::upload(&app, &who, asked.event, asked.club.as_deref(), &asked.caption, form).await?;
    let (status, message) =
        if done.is_new { (StatusCode::CREATED, messages::CREATED) } else { (StatusCode::OK, messages::ADDED) };
    let gallery = out(&app, &done.gallery).await?;
    let refused = done.refused.into_iter().map(RefusedOut::from).collect();
    Ok(Said(status, UploadedOut { success: true, message: message.to_owned(), gallery, refused }))
}

/// A club's galleries, that of the newest event first.
#[utoipa::path(get, path = "/event/gallery/{club}", tag = "galleries", params(("club" = String, Path)),
    responses((status = 200, body = GalleriesOut)))]
async fn of_club(State(app): State<PeopleState>, _: Member, Path(club): Path<String>) -> Reply<GalleriesOut> {
    let club = clubs::club_by_name(&app.db, &club).await?;
    let mut galleries = store::of_club(&app.db, club.id).await?;
    let events = events::briefs(&app.db, club.id).await?;
    let newest = |gallery: &Gallery| {
        let start = events.get(&gallery.event).and_then(|event| event.when.starts_at);
        std::cmp::Reverse((start.unwrap_or(gallery.created_at), gallery.id))
    };
    galleries.sort_by_key(newest);
    let keys: Vec<_> = galleries.iter().flat_map(|gallery| gallery.pictures.iter().cloned()).collect();
    let known = pictures::read_many(&app.db, &keys).await?;
    let gallery = galleries
        .iter()
        .map(|gallery| GalleryOut::new(&app, gallery, &club.short_name, events.get(&gallery.event), &known))
        .collect();
    ok(GalleriesOut { success: true, gallery })
}

/// One gallery, by its own id or its event's, for those who manage it.
#[utoipa::path(get, path = "/event/galleryedit/{galleryId}", tag = "galleries", params(("galleryId" = String, Path)),
    responses((status = 200, body = GalleryAnswer)))]
async fn one(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<GalleryAnswer> {
    let gallery = edit_gallery::managed(&app, &who, &id).await?;
    ok(GalleryAnswer { success: true, gallery: out(&app, &gallery).await? })
}

/// Remove the picture at a place of a gallery; refused when another one stands there by now.
#[utoipa::path(delete, path = "/event/deleteimg", tag = "galleries", request_body = RemoveIn,
    responses((status = 200, body = GallerySavedOut)))]
async fn remove_image(
    State(app): State<PeopleState>,
    who: Member,
    Body(asked): Body<RemoveIn>,
) -> Reply<GallerySavedOut> {
    let remove = || edit_gallery::remove_picture(&app, &who, asked.gallery(), asked.index, asked.seen());
    let gallery = retried(remove).await?;
    saved(&app, messages::REMOVED, &gallery).await
}

/// Give a gallery another title and description.
#[utoipa::path(put, path = "/galleries/{galleryId}", tag = "galleries", request_body = CaptionIn,
    params(("galleryId" = String, Path)), responses((status = 200, body = GallerySavedOut)))]
async fn rename(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<CaptionIn>,
) -> Reply<GallerySavedOut> {
    asked.names_nothing_strange()?;
    let gallery = retried(|| edit_gallery::rename(&app, &who, &id, |before| asked.over(before))).await?;
    saved(&app, messages::SAVED, &gallery).await
}

/// Delete a gallery with all its pictures.
#[utoipa::path(delete, path = "/galleries/{galleryId}", tag = "galleries", params(("galleryId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn delete(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    retried(|| edit_gallery::delete(&app, &who, &id)).await?;
    ok(Done::said(messages::DELETED))
}

async fn saved(app: &PeopleState, message: &str, gallery: &Gallery) -> Reply<GallerySavedOut> {
    ok(GallerySavedOut { success: true, message: message.to_owned(), gallery: out(app, gallery).await? })
}

async fn out(app: &PeopleState, gallery: &Gallery) -> Result<GalleryOut> {
    let club = clubs::club_by_name(&app.db, &gallery.club.to_string()).await?;
    let event = events::brief(&app.db, gallery.event).await?;
    let known = pictures::read_many(&app.db, &gallery.pictures).await?;
    Ok(GalleryOut::new(app, gallery, &club.short_name, event.as_ref(), &known))
}
