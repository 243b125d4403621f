//! Where a server is.

use super::NetError;
use reqwest::Url;
use std::fmt;

/// The address of a server: its scheme, host and port, and a path where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// An address as people write it, the scheme being http unless it is told.
    ///
    /// # Errors
    /// Where it is none, or has more to it; a password in it would be written down.
    pub fn new(text: &str) -> Result<Self, NetError> {
        let wrong = |why: &dyn fmt::Display| NetError::Address(text.rsplit('@').next().unwrap_or_default().into(), why.to_string());
        let whole = if text.contains("://") { text.to_string() } else { format!("http://{text}") };
        let url = Url::parse(&whole).map_err(|error| wrong(&error))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(wrong(&"its scheme is unknown"));
        }
        if !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some() {
            return Err(wrong(&"neither names and passwords nor ? and # belong there"));
        }
        Ok(Self(url))
    }

    /// It without its scheme, as a name for its server.
    pub fn place(&self) -> String {
        let whole = self.to_string();
        whole.split_once("://").map_or(whole.clone(), |(_, place)| place.into())
    }

    /// Whether what is said is said in the clear.
    pub(super) fn is_plain(&self) -> bool {
        self.0.scheme() == "http"
    }

    /// Whether it is this machine's.
    pub(super) fn is_here(&self) -> bool {
        matches!(self.0.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
    }
}

/// Without a slash at the end.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        let read = |text: &str| Address::new(text).map(|address| (address.to_string(), address.place())).map_err(|error| error.to_string());
        let fine = |whole: &str, place: &str| Ok((whole.to_string(), place.to_string()));
        assert_eq!(read("localhost:8000"), fine("http://localhost:8000", "localhost:8000"));
        assert_eq!(read("http://HOST:8000/"), fine("http://host:8000", "host:8000"));
        assert_eq!(read("https://[::1]/course/"), fine("https://[::1]/course", "[::1]/course"));
        for (text, why) in [
            ("ftp://x", "its scheme is unknown"),
            ("http://", "empty host"),
            ("a b", "invalid"),
            ("http://bob:word@x", "x: this is no address"),
            ("http://x/?a=b", "nor ? and # belong there"),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.contains(why) && !told.contains("word@"), "{told}");
        }
    }
}
