//! Import rules of the web client: `ui` and `lib` know nothing of ours, a feature knows no other feature, `api` knows
//! no screens, and only a feature's `api.ts` sees the generated client. Pages under `app` and `pages` put features
//! together. Tests may reach anywhere.

use super::tokens::Token;
use super::{Finding, Source, is_test};

pub const ROOT: &str = "web/src/";

pub fn zones(source: &Source) -> Vec<Finding> {
    let Some(file) = source.path.strip_prefix(ROOT) else { return Vec::new() };
    if is_test(&source.path) || file.starts_with("api/generated/") {
        return Vec::new();
    }
    let judge = |(line, target): (usize, &str)| {
        let target = resolved(file, target)?;
        let why = refusal(file, &target)?;
        Some(source.finding(line, format!("`{target}`: {why}")))
    };
    imports(&source.tokens).filter_map(judge).collect()
}

/// Why this file may not import that one (both from `web/src`), if so.
fn refusal(file: &str, target: &str) -> Option<String> {
    let (zone, feature) = zone(file);
    let (target_zone, target_feature) = self::zone(target);
    if target.starts_with("api/generated") && zone != "api" && !(zone == "features" && file.ends_with("/api.ts")) {
        return Some("only a feature's api.ts sees the generated client".to_owned());
    }
    let allowed = match (zone, target_zone) {
        ("lib", "lib") | ("ui", "ui" | "lib") | ("api", "api" | "lib") | ("features", "ui" | "lib" | "api") => true,
        ("features", "features") => {
            let same = feature == target_feature;
            return (!same).then(|| "a feature does not import another: put them together in app or pages".to_owned());
        }
        ("features", "app") => target == "app/paths",
        ("lib" | "ui" | "api" | "features", _) => false,
        _ => true,
    };
    (!allowed).then(|| match zone {
        "features" => "a feature imports ui, lib, api and app/paths only".to_owned(),
        "api" => "api imports lib only".to_owned(),
        "ui" => "ui is product-free: it imports lib only".to_owned(),
        _ => "lib is product-free: it imports nothing of ours".to_owned(),
    })
}

/// The zone and, within `features`, the feature.
fn zone(file: &str) -> (&str, &str) {
    let mut parts = file.split('/');
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

/// The modules of `import … from '…'`, `export … from '…'`, `import '…'` and `import('…')`.
fn imports(tokens: &[Token]) -> impl Iterator<Item = (usize, &str)> {
    tokens.iter().enumerate().filter_map(|(at, token)| {
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        let called = before(1)?.is('(') && before(2).and_then(Token::word) == Some("import");
        let named = matches!(before(1)?.word(), Some("from" | "import"));
        (called || named).then_some((token.line, token.text()?))
    })
}

/// An import of ours as a path from `web/src` without its ending; `None` for packages.
pub fn resolved(file: &str, target: &str) -> Option<String> {
    let target = target.split('?').next()?;
    let mut parts: Vec<&str> = match target.strip_prefix("@/") {
        Some(_) => Vec::new(),
        None if target.starts_with('.') => {
            file.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect()
        }
        None => return None,
    };
    for part in target.trim_start_matches("@/").split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let whole = parts.join("/");
    let ending = [".tsx", ".ts", ".js"].iter().find_map(|ending| whole.strip_suffix(ending));
    Some(ending.map(str::to_owned).unwrap_or(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(file: &str, text: &str) -> usize {
        zones(&Source::new(&format!("{ROOT}{file}"), text)).len()
    }

    #[test]
    fn ui_and_lib_are_product_free() {
        assert_eq!(count("ui/Button.tsx", "import { cn } from '@/lib/cn'\nimport x from './Card'"), 0);
        assert_eq!(count("ui/Button.tsx", "import { call } from '@/api/client'"), 1);
        assert_eq!(count("lib/time.ts", "import { Button } from '../ui/Button'"), 1);
        assert_eq!(count("lib/time.ts", "import { format } from 'date-fns'"), 0);
    }

    #[test]
    fn features_do_not_know_each_other() {
        let page = "features/polls/PollsPage.tsx";
        assert_eq!(count(page, "import { Poll } from './model'\nimport { x } from '../polls/api'"), 0);
        assert_eq!(count(page, "import {\n  Club,\n} from '@/features/clubs/model'"), 1);
        assert_eq!(count(page, "const Club = lazy(() => import('../clubs/ClubPage'))"), 1);
        assert_eq!(count(page, "import { paths } from '@/app/paths'"), 0);
        assert_eq!(count(page, "import { Shell } from '@/app/shell/Shell'"), 1);
        assert_eq!(count("features/polls/PollsPage.test.tsx", "import { Shell } from '@/app/shell/Shell'"), 0);
        assert_eq!(count("pages/HomePage.tsx", "import { Club } from '@/features/clubs/model'"), 0);
    }

    #[test]
    fn the_generated_client_is_for_api_ts() {
        let text = "import { sdk } from '@/api/generated/sdk.gen'";
        assert_eq!(count("features/polls/api.ts", text), 0);
        assert_eq!(count("api/client.ts", text), 0);
        assert_eq!(count("features/polls/PollsPage.tsx", text), 1);
        assert_eq!(count("app/session.ts", text), 1);
    }

    #[test]
    fn api_knows_no_screens() {
        assert_eq!(count("api/client.ts", "import { toast } from '@/ui/toast'"), 1);
        assert_eq!(count("api/client.ts", "export { clock } from '../lib/serverClock.ts'"), 0);
    }
}
