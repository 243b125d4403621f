//! Headless Chromium, driven through chromedriver; a call a thing that a reader does.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-quic \
    --disable-background-networking --disable-component-update --disable-sync --no-pings --window-size=1280,1000";

/// A browser that ends with its test, also where that fails.
pub struct Browser {
    runtime: Runtime,
    client: Option<Client>,
    driver: Child,
    /// Where both keep what they need meanwhile; Chromium leaves some of it.
    _kept: TempDir,
}

impl Browser {
    /// A browser; `None` where there is no Chromium or no driver of it.
    pub fn start() -> Option<Self> {
        Command::new("chromium").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().ok().filter(ExitStatus::success)?;
        let kept = tempfile::tempdir().unwrap();
        let started =
            Command::new("chromedriver").arg("--port=0").env("TMPDIR", kept.path()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let driver = match started {
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            started => started.expect("chromedriver starts"),
        };
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let mut browser = Self { runtime, client: None, driver, _kept: kept };
        let mut said = BufReader::new(browser.driver.stdout.as_mut().unwrap()).lines().map_while(Result::ok);
        let port = said.find_map(|line| line.split_once("successfully on port ").map(|(_, port)| port.trim_end_matches('.').to_string()));
        let address = format!("http://127.0.0.1:{}", port.expect("chromedriver tells its port"));
        let wanted = json!({"goog:chromeOptions": {"args": FLAGS.split_whitespace().collect::<Vec<_>>()}});
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(wanted.as_object().unwrap().clone());
        browser.client = Some(browser.runtime.block_on(builder.connect(&address)).expect("chromium starts"));
        Some(browser)
    }

    /// Does something with the session.
    fn with<T>(&self, what: impl AsyncFnOnce(&Client) -> Result<T, CmdError>) -> T {
        self.runtime.block_on(what(self.client.as_ref().unwrap())).unwrap()
    }

    /// Opens a file.
    pub fn open(&self, path: &Path) {
        self.visit(&format!("file://{}", path.display()));
    }

    /// Opens an address.
    pub fn visit(&self, address: &str) {
        self.with(async |client| client.goto(address).await);
    }

    /// What a function's body returns, in the page.
    pub fn ask(&self, body: &str, arguments: &[Value]) -> Value {
        self.with(async |client| client.execute(body, arguments.to_vec()).await)
    }

    /// Clicks on the only element that is chosen so.
    pub fn click(&self, css: &str) {
        self.with(async |client| {
            let mut found = client.find_all(Locator::Css(css)).await?;
            assert_eq!(found.len(), 1, "{css}");
            found.remove(0).click().await
        });
    }

    /// Gives an element the focus.
    pub fn focus(&self, css: &str) {
        self.ask("document.querySelector(arguments[0]).focus()", &[json!(css)]);
    }

    /// Presses a key, wherever the focus is.
    pub fn press(&self, key: Key) {
        let value = key.into();
        let keys = KeyActions::new("keys".into()).then(KeyAction::Down { value }).then(KeyAction::Up { value });
        self.with(async |client| client.perform_actions(keys).await);
    }

    /// Chooses the option of this value.
    pub fn choose(&self, css: &str, value: &str) {
        self.with(async |client| client.find(Locator::Css(css)).await?.select_by_value(value).await);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The session's end is that of Chromium.
        if let Some(client) = self.client.take() {
            let _ = self.runtime.block_on(client.close());
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
