//! The page on which a course watches, in headless Chromium.
