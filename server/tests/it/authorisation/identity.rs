//! False identity: saying to be somebody else, and writing where nobody may: for every call somebody else's id beside
//! the session's, in headers, query and body, and every column of the schema as one more member of every object sent,
//! one more field of every form and in what the payment provider signs. None of it may change anything: the answer and
//! every row of the database are what they are without it, or somebody else's id is refused and no row changes. A call
//! that finds a name `invalid` reads it, so the name has to be in `openapi.json`. All names are sent in one request;
//! where that is refused, in halves as far as `Effort` goes, because a refused name would hide what the others do.
//! `QUAD_CLAIMS=each` also sends each name by itself.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, OnceLock};

use quad_pay::sign;
use serde_json::{Map, Value, json};
use tokio::task::JoinSet;

use super::ask::asked;
use super::stage::{Asked, Rows, Said, Stage, differing};
use super::table::{Block, Sends};
use super::world::World;
use super::{LANES, shape};

const SIGNATURE: &str = "x-razorpay-signature";

/// Headers by which proxies, frameworks and other applications say who is asking, where from, and what for.
const CLAIMS: [(&str, &str); 26] = [
    ("authorization", "Bearer <ADMIN>"),
    ("x-authenticated-user", "<ADMIN>"),
    ("x-authenticated-userid", "<ADMIN>"),
    ("x-remote-user", "dean@meridian.example"),
    ("remote-user", "dean@meridian.example"),
    ("x-forwarded-user", "dean@meridian.example"),
    ("x-forwarded-email", "dean@meridian.example"),
    ("x-auth-request-email", "dean@meridian.example"),
    ("x-webauth-user", "dean"),
    ("x-user", "<ADMIN>"),
    ("x-userid", "<ADMIN>"),
    ("user-id", "<ADMIN>"),
    ("x-owner-id", "<ADMIN>"),
    ("x-actor", "<ADMIN>"),
    ("x-impersonate", "<ADMIN>"),
    ("x-sudo", "dean"),
    ("x-role", "ADMIN"),
    ("x-is-admin", "true"),
    ("x-session-id", "<ADMIN>"),
    ("x-forwarded-for", "127.0.0.1"),
    ("x-real-ip", "127.0.0.1"),
    ("forwarded", "for=127.0.0.1;host=evil.example;proto=https"),
    ("x-forwarded-host", "evil.example"),
    ("x-original-url", "/api/jobs"),
    ("x-rewrite-url", "/api/jobs"),
    ("x-http-method-override", "DELETE"),
];

/// Names under which an application might take somebody's id or rights from what is sent.
const WORDS: [&str; 44] = [
    "userId",
    "UserId",
    "userid",
    "user_id",
    "uid",
    "user",
    "User",
    "_id",
    "id",
    "ownerId",
    "owner",
    "owner_id",
    "creator",
    "creatorId",
    "createdBy",
    "created_by",
    "author",
    "authorId",
    "buyer",
    "memberId",
    "studentId",
    "email",
    "fullName",
    "full_name",
    "role",
    "Role",
    "roles",
    "isAdmin",
    "is_admin",
    "admin",
    "isOrganiser",
    "credits",
    "contestCredits",
    "pollCredits",
    "contestnumber",
    "count",
    "poll",
    "verified",
    "confirmed",
    "appointed",
    "administrator",
    "contestgiven",
    "club",
    "__proto__",
];

/// Calls that refuse a name which is none of theirs, in the body or in objects inside it.
const REFUSING: [(&str, &str); 18] = [
    ("POST", "/clubs"),
    ("POST", "/clubs/{club}/feedback"),
    ("POST", "/contests/{contestId}/corrections"),
    ("POST", "/contests/{contestId}/corrections/preview"),
    ("POST", "/contests/{contestId}/questions"),
    ("POST", "/events/{eventId}/cancel"),
    ("POST", "/payment/orders/{id}/refunds"),
    ("POST", "/people/{userId}/credits"),
    ("PUT", "/account"),
    ("PUT", "/clubs/{club}"),
    ("PUT", "/clubs/{club}/feedback"),
    ("PUT", "/contests/{contestId}"),
    ("PUT", "/contests/{contestId}/draw"),
    ("PUT", "/contests/{contestId}/questions/{questionId}"),
    ("PUT", "/contests/{contestId}/rules"),
    ("PUT", "/contests/{contestId}/time"),
    ("PUT", "/events/{eventId}"),
    ("PUT", "/galleries/{galleryId}"),
];

/// By which a body says whom it is from; another's is refused.
const SENT_BY: &str = "sentBy";
/// Words that columns of states hold, here or elsewhere.
const STATES: [&str; 2] = ["PAID", "completed"];
/// Long after everything.
const FAR_AWAY: &str = "2099-12-31T23:59:59.000Z";
/// Of a form's texts so many more than it has anyhow: beyond thirty it is refused whole, and nothing is tried.
const FIELDS: usize = 24;

/// What names are sent with.
fn values(id: &str) -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("an id", json!(id)),
        ("a number", json!(999_999)),
        ("true", json!(true)),
        ("a list", json!(["ADMIN"])),
        ("a role", json!("ADMIN")),
        ("a moment", json!(FAR_AWAY)),
    ];
    all.extend(STATES.map(|state| ("a state", json!(state))));
    all
}

/// What was tried.
#[derive(Debug, Default)]
pub struct Tried {
    pub requests: usize,
    /// Of them one name by itself.
    pub single: usize,
    /// Answered as without it.
    pub same: usize,
    /// Refused, and nothing changed.
    pub refused: usize,
    /// Calls that did what they are for, so that there was something to be changed.
    pub done: BTreeSet<String>,
    pub wrong: Vec<String>,
}

/// How much is tried beyond all names at once.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Of so many names one is sent by itself, another one each time.
    pub sample: usize,
    /// So many parts of what is refused as a whole, the largest first.
    pub parts: usize,
    /// With so many values what somebody sends whom the call refuses anyhow, others each time.
    pub values: usize,
}

/// Tries everything with every call, as somebody it succeeds for, as a guest and as somebody it is refused to.
pub async fn try_everything(world: &Arc<World>, blocks: &Arc<Vec<Block>>, effort: Effort) -> Tried {
    let mut lanes = JoinSet::new();
    for lane in 0..LANES {
        let (world, blocks) = (Arc::clone(world), Arc::clone(blocks));
        lanes.spawn(async move {
            let mut trial = Trial::begin(&world, effort).await;
            for (_, block) in blocks.iter().enumerate().filter(|(number, _)| number % LANES == lane) {
                trial.block(block).await;
            }
            trial.stage.strike().await;
            trial.tried
        });
    }
    let mut all = Tried::default();
    for tried in lanes.join_all().await {
        all.requests += tried.requests;
        all.single += tried.single;
        all.same += tried.same;
        all.refused += tried.refused;
        all.done.extend(tried.done);
        all.wrong.extend(tried.wrong);
    }
    all
}

/// A lane's work.
struct Trial<'w> {
    world: &'w World,
    stage: Stage,
    clean: Arc<Rows>,
    is_dirty: bool,
    effort: Effort,
    /// Whose turn it is to be sent by itself.
    turn: usize,
    tried: Tried,
}

/// Something said beside what a call is asked: parts of one sort, which can be said together or one by one.
struct Claim<'a> {
    what: String,
    parts: Vec<String>,
    /// What the document names: what is sent there may be called invalid.
    documented: Members,
    saying: Saying<'a>,
}

/// The request that says some parts of a claim.
type Saying<'a> = Box<dyn Fn(&[String]) -> Asked + Send + Sync + 'a>;

impl Claim<'_> {
    fn one(what: &str, request: Asked) -> Self {
        let saying = Box::new(move |_: &[String]| request.clone());
        Self { what: what.to_owned(), parts: Vec::new(), documented: Members::default(), saying }
    }

    /// Whether a refusal may say that a value is wrong, with these parts sent.
    fn may_be_invalid(&self, parts: &[String]) -> bool {
        self.documented.any || parts.iter().any(|part| self.documented.taken.contains(&part.to_lowercase()))
    }
}

/// How a request compares with the one that claims nothing.
#[derive(PartialEq, Eq)]
enum Verdict {
    Same,
    Refused,
    Wrong,
}

/// What a request did.
struct Result {
    status: u16,
    code: String,
    told: String,
    rows: Arc<Rows>,
}

impl<'w> Trial<'w> {
    async fn begin(world: &'w World, effort: Effort) -> Self {
        let stage = Stage::set(world).await;
        let clean = Arc::new(without_orders(world.rows.clone()));
        Self { world, stage, clean, is_dirty: false, effort, turn: 0, tried: Tried::default() }
    }

    /// Asks, in a world that nothing has changed; in a new one if the answer may depend on how many were asked before.
    async fn outcome(&mut self, request: &Asked, actor: &str, anew: bool) -> Result {
        if anew || self.is_dirty {
            let fresh = Stage::set(self.world).await;
            std::mem::replace(&mut self.stage, fresh).strike().await;
        }
        let said: Said = self.stage.ask(request).await;
        let told = shape::told(&said, request, self.world, actor);
        let rows = if self.stage.may_have_changed() {
            Arc::new(without_orders(self.stage.rows().await))
        } else {
            Arc::clone(&self.clean)
        };
        self.is_dirty = rows != self.clean;
        self.tried.requests += 1;
        Result { status: said.status.as_u16(), code: said.code().to_owned(), told, rows }
    }

    /// Somebody the call succeeds for, and where there is a choice changes something for.
    fn who_may(block: &Block) -> Option<(&str, &'static str)> {
        let cells = block.lines.iter().flat_map(|line| {
            super::ACTORS.iter().zip(&line.cells).map(|(actor, cell)| (line.object.as_str(), *actor, cell))
        });
        let succeeds = cells.filter(|(_, actor, cell)| *actor != "guest" && cell.status.starts_with('2'));
        let best = succeeds.min_by_key(|(.., cell)| cell.told.contains("changes nothing"));
        best.map(|(object, actor, _)| (object, actor))
    }

    /// Two kinds of calls open to a thing instead of a person: the provider's key, and the browser that registered.
    fn with_its_key(&self, block: &Block) -> Option<(&'static str, Asked)> {
        let with = |object, name, value: &str| (object, asked(self.world, block, object, "guest").with(name, value));
        if block.path.starts_with("/sandbox/v1/") {
            let object = match block.path.as_str() {
                path if path.ends_with("/capture") => "held",
                path if path.contains('{') => "paid",
                _ => "-",
            };
            return Some(with(object, "authorization", &self.world.named("seller", "any", "guest")));
        }
        let waits = block.path == "/email-confirmation";
        waits.then(|| with("waiting", "cookie", &self.world.named("registered-in", "waiting", "guest")))
    }

    async fn block(&mut self, block: &Block) {
        let first = block.lines.first().expect("an object").object.as_str();
        let who: BTreeSet<(&str, &str)> =
            Self::who_may(block).into_iter().chain([(first, "guest"), (first, "organiser")]).collect();
        let asked = who.into_iter().map(|(object, actor)| (object, actor, asked(self.world, block, object, actor)));
        let with_key = self.with_its_key(block).map(|(object, asked)| (object, "guest", asked));
        for (object, actor, plain) in asked.chain(with_key).collect::<Vec<_>>() {
            let expected = self.outcome(&plain, actor, true).await;
            // Ids are drawn from a seed: the same request makes the same rows, in a world that has drawn as many before.
            let writes = expected.rows != self.clean;
            if (200..300).contains(&expected.status) {
                self.tried.done.insert(block.call());
            }
            let who = format!("{} of {object} by {actor}", block.title());
            let values = if expected.status < 400 { usize::MAX } else { self.effort.values };
            for claim in self.claims(block, &plain, actor, values) {
                let what = format!("{who}: {}", claim.what);
                let mut left = VecDeque::from([claim.parts.as_slice()]);
                let mut parts_left = self.effort.parts;
                while let Some(parts) = left.pop_front() {
                    let found = self.outcome(&(claim.saying)(parts), actor, writes).await;
                    let verdict = self.judge(&what, parts, claim.may_be_invalid(parts), &expected, &found);
                    if verdict == Verdict::Refused && parts.len() > 1 && parts_left >= 2 {
                        parts_left -= 2;
                        let (some, others) = parts.split_at(parts.len() / 2);
                        left.extend([some, others]);
                    }
                }
                if claim.parts.len() > 1 {
                    self.turn += 1;
                    for (at, part) in claim.parts.iter().enumerate() {
                        if (at + self.turn).is_multiple_of(self.effort.sample) {
                            let part = std::slice::from_ref(part);
                            let found = self.outcome(&(claim.saying)(part), actor, writes).await;
                            self.tried.single += 1;
                            self.judge(&what, part, claim.may_be_invalid(part), &expected, &found);
                        }
                    }
                }
            }
        }
    }

    fn judge(
        &mut self,
        what: &str,
        parts: &[String],
        may_be_invalid: bool,
        expected: &Result,
        found: &Result,
    ) -> Verdict {
        let same = found.status == expected.status && found.told == expected.told && found.rows == expected.rows;
        let refused = (400..500).contains(&found.status) && found.rows == self.clean;
        if same {
            self.tried.same += 1;
            Verdict::Same
        } else if refused
            && (["identity_mismatch", "misdirected"].contains(&found.code.as_str())
                || (may_be_invalid && found.code == "invalid"))
        {
            self.tried.refused += 1;
            Verdict::Refused
        } else {
            let parts = if parts.len() > 3 { format!("{} names", parts.len()) } else { parts.join(", ") };
            self.tried.wrong.push(format!(
                "{what} ({parts}): {} {} instead of {} {}; other rows in {:?}",
                found.status,
                found.told,
                expected.status,
                expected.told,
                differing(&expected.rows, &found.rows)
            ));
            Verdict::Wrong
        }
    }

    fn claims(&self, block: &Block, plain: &Asked, actor: &str, most: usize) -> Vec<Claim<'w>> {
        // Somebody else, with more rights than whoever asks; for ADMIN somebody whose things they are.
        let victim = if actor == "ADMIN" { "student" } else { "ADMIN" };
        let person = self.world.person(victim).expect("a person");
        let words = |known: &BTreeSet<String>| -> Vec<String> {
            WORDS.iter().filter(|word| !known.contains(&word.to_lowercase())).map(|word| (*word).to_owned()).collect()
        };
        let mut all = vec![
            Claim::one("x-user-id", plain.clone().with("x-user-id", &person.id)),
            Claim::one("two cookies", plain.clone().with("cookie", "quad_session=x; user=admin; role=ADMIN")),
        ];
        let request = plain.clone();
        all.push(Claim {
            what: "headers that claim".to_owned(),
            parts: CLAIMS.map(|(name, _)| name.to_owned()).to_vec(),
            documented: Members::default(),
            saying: Box::new(move |names| {
                let said = CLAIMS.iter().filter(|(name, _)| names.iter().any(|one| one == name));
                said.fold(request.clone(), |request, (name, value)| {
                    request.with(name, &value.replace("<ADMIN>", &person.id))
                })
            }),
        });
        let request = plain.clone();
        all.push(Claim {
            what: "ids in the query".to_owned(),
            parts: words(&documented_query(block)),
            documented: Members::default(),
            saying: Box::new(move |names| {
                let value = |name: &str| if name.to_lowercase().contains("role") { "ADMIN" } else { &person.id };
                let pairs: Vec<String> = names.iter().map(|name| format!("{name}={}", value(name))).collect();
                let sign = if request.path.contains('?') { '&' } else { '?' };
                Asked { path: format!("{}{sign}{}", request.path, pairs.join("&")), ..request.clone() }
            }),
        });
        let documented = Members::of(block);
        let (taken, ignored) = (&documented.taken, &documented.ignored);
        let columns = self.world.columns.iter().map(|(_, column)| column.as_str()).chain(["rowid", "oid", "ctid"]);
        let names: BTreeSet<String> =
            columns.flat_map(|column| [column.to_owned(), camel(column)]).chain(WORDS.map(str::to_owned)).collect();
        assert!(names.len() > 200, "{}", names.len());
        // What the call takes, besides what is sent here, is not extra; what it says to ignore is.
        let names: Vec<String> =
            names.into_iter().filter(|name| !taken.contains(&name.to_lowercase())).chain(ignored.clone()).collect();
        let mut values = values(&person.id);
        let turn = self.turn % values.len();
        values.rotate_left(turn);
        values.truncate(most);
        let body: Value = match &block.sends {
            Sends::Json(_) | Sends::Signed(..) => serde_json::from_slice(&plain.body).expect("JSON"),
            // Nobody reads a body there, and nobody may begin to.
            Sends::Nothing => json!({}),
            Sends::Form(_) => {
                all.extend(fields(plain, &names, values, &documented));
                let of_another = vec![("whom it is from", json!(person.id))];
                all.extend(fields(plain, &[SENT_BY.to_owned()], of_another, &documented));
                return all;
            }
        };
        // Signed anew where it was signed: of a forged one the signature stays what it is.
        let secret = matches!(block.sends, Sends::Signed(..)).then(|| self.world.named("hook-secret", "any", actor));
        let secret = secret.filter(|secret| plain.header(SIGNATURE) == Some(sign(secret, &plain.body).as_str()));
        let request = plain.clone().without("content-type").with("content-type", "application/json");
        let members = |what: &str, parts: &[String], value: Value| {
            let (body, request, ignored) = (body.clone(), request.clone(), ignored.clone());
            let secret = secret.clone();
            let saying = move |names: &[String]| {
                let mut body = body.clone();
                enrich(&mut body, &names.iter().map(|name| (name.clone(), value.clone())).collect(), &ignored);
                let body = body.to_string().into_bytes();
                let signature = secret.as_ref().map(|secret| sign(secret, &body));
                let request = Asked { body, ..request.clone() };
                match signature {
                    Some(signature) => request.without(SIGNATURE).with(SIGNATURE, &signature),
                    None => request,
                }
            };
            Claim {
                what: what.to_owned(),
                parts: parts.to_vec(),
                documented: documented.clone(),
                saying: Box::new(saying),
            }
        };
        for key in ["userId", "UserId", SENT_BY] {
            all.push(members("in the body", &[key.to_owned()], json!(person.id)));
        }
        for value in [json!(true), json!(["ADMIN"]), json!("ADMIN")] {
            all.push(members("whom it is from", &[SENT_BY.to_owned()], value));
        }
        for (what, value) in values {
            all.push(members(&format!("columns, {what}"), &names, value));
        }
        // Where one's own id is sent, somebody else's in its place.
        if let (Sends::Json(_), Some(own)) = (&block.sends, self.world.person(actor)) {
            let sent = body.to_string();
            let other = sent.replace(&own.id, &person.id);
            if other != sent {
                let request = Asked { body: other.into_bytes(), ..plain.clone() };
                // As it is the call's own member, it may be called invalid as well.
                let documented = Members { any: true, ..Members::default() };
                let claim = Claim::one("somebody else's id in place of one's own", request);
                all.push(Claim { documented, ..claim });
            }
        }
        all
    }
}

/// Names as texts of a form, in parts.
fn fields(
    plain: &Asked,
    names: &[String],
    values: Vec<(&'static str, Value)>,
    documented: &Members,
) -> Vec<Claim<'static>> {
    let parts = values.into_iter().flat_map(|value| names.chunks(FIELDS).map(move |names| (value.clone(), names)));
    let claims = parts.map(|((what, value), names)| {
        let (request, text) = (plain.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        let saying =
            move |names: &[String]| names.iter().fold(request.clone(), |request, name| request.with_field(name, &text));
        Claim {
            what: format!("fields of the form, {what}"),
            parts: names.to_vec(),
            documented: documented.clone(),
            saying: Box::new(saying),
        }
    });
    claims.collect()
}

/// Puts members into every object of a value, beside those that are there; in place of them where they are `ignored`.
fn enrich(value: &mut Value, extras: &Map<String, Value>, ignored: &BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for inner in members.values_mut() {
                enrich(inner, extras, ignored);
            }
            for (name, extra) in extras {
                if ignored.contains(name) || !members.contains_key(name) {
                    members.insert(name.clone(), extra.clone());
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                enrich(item, extras, ignored);
            }
        }
        _ => {}
    }
}

/// The payment provider's numbers of orders are its own: the same request gets another one each time.
fn without_orders(rows: Rows) -> Rows {
    let masked = |line: String| {
        let mut parts = line.split("order_");
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_number = part.len() >= 14 && part.bytes().take(14).all(|byte| byte.is_ascii_alphanumeric());
            out.push_str("order_");
            out.push_str(if is_number { &part[14..] } else { part });
        }
        out
    };
    let mut rows: Vec<_> = rows.into_iter().map(|(table, line)| (table, masked(line))).collect();
    rows.sort_unstable();
    rows
}

fn camel(column: &str) -> String {
    let mut parts = column.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut all, part| {
        let mut letters = part.chars();
        all.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        all.push_str(letters.as_str());
        all
    })
}

fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| serde_json::to_value(quad::router::document()).expect("JSON"))
}

/// What a call takes in its query, in small letters.
fn documented_query(block: &Block) -> BTreeSet<String> {
    let parameters = &document()["paths"][&block.path][block.method.to_lowercase()]["parameters"];
    let names = parameters.as_array().into_iter().flatten().filter(|one| one["in"] == "query");
    names.filter_map(|one| one["name"].as_str().map(str::to_lowercase)).collect()
}

/// What a call takes in its body, at any depth.
#[derive(Clone, Default)]
struct Members {
    /// In small letters: some may be written in either case.
    taken: BTreeSet<String>,
    /// Of them what the document says to be ignored, as it is written.
    ignored: BTreeSet<String>,
    /// It takes names that its owner chose, as of an event's form, or refuses whatever it does not know.
    any: bool,
}

impl Members {
    fn of(block: &Block) -> Self {
        let mut found = Self::default();
        gather(&document()["paths"][&block.path][block.method.to_lowercase()]["requestBody"], &mut found, 0);
        // The sandbox is in no document, nor is what the payment provider says of a payment in its signed messages.
        let undocumented: &[&str] = match block.path.as_str() {
            "/sandbox/v1/orders" => &["notes"],
            "/sandbox/checkout/pay" => &["amount"],
            "/payment/webhook" => &["fee", "tax", "fee_bearer", "base_amount", "base_currency", "offer_id"],
            _ => &[],
        };
        found.taken.extend(undocumented.iter().map(|name| (*name).to_owned()));
        // A name that is none of theirs is refused: nobody shall believe that it was taken.
        found.any |= REFUSING.contains(&(block.method.as_str(), block.path.as_str()));
        found
    }
}

fn gather(schema: &Value, found: &mut Members, depth: usize) {
    assert!(depth < 40, "the document turns in a circle");
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                for (name, about) in value.as_object().filter(|_| key == "properties").into_iter().flatten() {
                    if about["description"].as_str().is_some_and(|text| text.starts_with("Ignored")) {
                        found.ignored.insert(name.clone());
                    }
                    found.taken.insert(name.to_lowercase());
                }
                found.any |= key == "additionalProperties" && value.is_object();
                if let Some(name) = (key == "$ref").then(|| value.as_str()?.rsplit('/').next()).flatten() {
                    gather(&document()["components"]["schemas"][name], found, depth + 1);
                }
                gather(value, found, depth + 1);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, found, depth + 1)),
        _ => {}
    }
}
