//! Link preview: what programs are told of a page before any script runs. Messengers show it under a link that somebody shares (the Open
//! Graph protocol, ogp.me), search engines read title, description and canonical address.

use crate::html::escaped;

/// What a page is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkPreview {
    /// Without the site's name.
    pub title: String,
    /// Any text; it is brought to one short line.
    pub description: String,
    /// The absolute address of a picture.
    pub picture: Option<String>,
    /// The page's own path, whatever address led to it.
    pub path: String,
}

/// Messengers cut later, search engines earlier.
const LONGEST_DESCRIPTION: usize = 200;

/// The part of a page's head that a preview takes the place of, as web/index.html has it.
const TITLE: &str = "<title>Quad</title>";
const DESCRIPTION: &str = "<meta name=\"description\" content=\"";

impl LinkPreview {
    /// The page with this preview in its head; nothing if that is not one of our pages. `address` makes a path an absolute
    /// address, `site` is the name of the installation.
    pub fn put_into(&self, page: &str, site: &str, address: impl Fn(&str) -> String) -> Option<String> {
        let (before, rest) = page.split_once(DESCRIPTION)?;
        let (_, rest) = rest.split_once("\" />")?;
        let (between, after) = rest.split_once(TITLE)?;
        let (title, description) = (escaped(&one_line(&self.title)), escaped(&one_line(&self.description)));
        let (site, own) = (escaped(site), escaped(&address(&self.path)));
        let (picture, card) = match &self.picture {
            Some(picture) => (escaped(picture), "summary_large_image"),
            None => (escaped(&address("/icon-512.png")), "summary"),
        };
        Some(format!(
            "{before}{DESCRIPTION}{description}\" />{between}<title>{title} · {site}</title>
    <link rel=\"canonical\" href=\"{own}\" />
    <meta property=\"og:type\" content=\"website\" />
    <meta property=\"og:site_name\" content=\"{site}\" />
    <meta property=\"og:title\" content=\"{title}\" />
    <meta property=\"og:description\" content=\"{description}\" />
    <meta property=\"og:url\" content=\"{own}\" />
    <meta property=\"og:image\" content=\"{picture}\" />
    <meta name=\"twitter:card\" content=\"{card}\" />{after}"
        ))
    }
}

/// A text in one line, as long as programs show it.
fn one_line(text: &str) -> String {
    quad_text::shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "), LONGEST_DESCRIPTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "<head>\n<meta name=\"description\" content=\"Of all.\" />\n<title>Quad</title>\n<link /></head><body></body>";

    fn about(title: &str, description: &str, picture: Option<&str>) -> LinkPreview {
        LinkPreview {
            title: title.to_owned(),
            description: description.to_owned(),
            picture: picture.map(str::to_owned),
            path: "/event/1".to_owned(),
        }
    }

    fn put(preview: &LinkPreview) -> String {
        preview.put_into(PAGE, "Quad", |path| format!("https://quad.example{path}")).expect("a page of ours")
    }

    #[test]
    fn a_page_says_what_it_is_about() {
        let page = put(&about("Open day", "All day.\n\n  Come   along", Some("https://quad.example/api/media/1")));
        for part in [
            "<title>Open day · Quad</title>",
            "<meta name=\"description\" content=\"All day. Come along\" />",
            "<link rel=\"canonical\" href=\"https://quad.example/event/1\" />",
            "<meta property=\"og:title\" content=\"Open day\" />",
            "<meta property=\"og:description\" content=\"All day. Come along\" />",
            "<meta property=\"og:image\" content=\"https://quad.example/api/media/1\" />",
            "<meta name=\"twitter:card\" content=\"summary_large_image\" />",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        assert!(!page.contains("Of all.") && page.ends_with("<link /></head><body></body>"), "{page}");
        assert_eq!(page.matches("<title>").count(), 1);
        assert!(put(&about("Open day", "", None)).contains("og:image\" content=\"https://quad.example/icon-512.png\""));
    }

    #[test]
    fn nothing_that_people_wrote_becomes_a_tag() {
        for text in ["</title><script>x</script>", "\" onload=\"x", "'><img src=x>", "a\u{0}b & c", "<!--"] {
            let page = put(&about(text, text, Some(text)));
            let plain = put(&about("x", "x", Some("x")));
            for mark in ['<', '>', '"', '\''] {
                assert_eq!(page.matches(mark).count(), plain.matches(mark).count(), "{mark} of {text}\n{page}");
            }
        }
    }

    #[test]
    fn a_long_text_ends_between_characters() {
        // "q", and a letter with its vowel sign: the sign alone would be a dotted circle.
        let long = one_line(&"q \n की".repeat(100));
        assert!(long.ends_with("q…") && long.chars().count() <= LONGEST_DESCRIPTION, "{long}");
        assert_eq!(one_line(&"a".repeat(LONGEST_DESCRIPTION)), "a".repeat(LONGEST_DESCRIPTION));
    }

    #[test]
    fn a_page_of_somebody_else_stays_as_it_is() {
        assert_eq!(about("x", "y", None).put_into("<html></html>", "Quad", str::to_owned), None);
    }
}
