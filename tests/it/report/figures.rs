//! Figures: where marks stand, what is written, and that every format holds them.

use super::{file, once, options};
use clover::report::{Format, Options, Report};
use std::collections::BTreeMap;

/// The paths of one colour, as their corners; the figure's own coordinates.
fn shapes(svg: &str, attribute: &str, colour: &str) -> Vec<Vec<(f64, f64)>> {
    let wanted = format!("{attribute}=\"#{colour}\"");
    let paths = svg.split("<path ").skip(1).filter(|path| path.split('>').next().is_some_and(|tag| tag.contains(&wanted)));
    let corners = paths.map(|path| {
        let data = path.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
        let numbers: Vec<f64> = data.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
    });
    corners.collect()
}

fn ends(points: &[(f64, f64)], of: fn(&(f64, f64)) -> f64) -> (f64, f64) {
    points.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
}

#[test]
fn marks_and_intervals_stand_where_the_rates_are() {
    let folder = tempfile::tempdir().unwrap();
    let svg = file(&[once(&folder)], options("en"), "figures/win_rates.svg");
    assert!(svg.starts_with("<svg width=\"128.0mm\" height=\""), "{}", &svg[..80]);
    // Intervals reach from 0 to 100 %, so that the axis does; its lines are all as long.
    let grid: Vec<f64> =
        shapes(&svg, "stroke", "d9d9d9").iter().filter(|line| (line[0].0 - line[1].0).abs() < 0.1).map(|line| line[0].0).collect();
    let (left, right) = grid.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
    let close = |found: f64, rate: f64| assert!((found - (left + rate * (right - left))).abs() < 10.0, "{found} is not at {rate}");
    let middle = |points: &[(f64, f64)]| {
        let (low, high) = ends(points, |point| point.0);
        f64::midpoint(low, high)
    };
    // In the order of the experiment: `sat` is first in colour, `small` first in place.
    for (colour, rates, lows) in [("0072b2", [0.3, 0.0], [0.1078, 0.0]), ("d55e00", [0.6, 1.0], [0.3127, 0.5101])] {
        let (marks, lines) = (shapes(&svg, "fill", colour), shapes(&svg, "stroke", colour));
        assert_eq!((marks.len(), lines.len()), (3, 6), "a mark in the legend and one a set; an interval and its two ends a set");
        for set in 0..2 {
            close(middle(&marks[1 + set]), rates[set]);
            close(lines[3 * set][0].0, lows[set]);
        }
    }
}

#[test]
fn every_format_of_every_figure_is_whole_and_nothing_needs_a_font() {
    let folder = tempfile::tempdir().unwrap();
    let formats = Format::ALL.map(|format| format.name().into()).to_vec();
    let files = Report::read(&[once(&folder)], Options { formats, ..options("fr") }).unwrap().files().unwrap();
    let mut figures: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, bytes) in &files {
        let Some((figure, format)) = name.strip_prefix("figures/").and_then(|name| name.split_once('.')) else { continue };
        figures.entry(figure).or_default().push(format);
        match format {
            "svg" => {
                let svg = std::str::from_utf8(bytes).unwrap();
                assert!(svg.ends_with("</svg>") || svg.ends_with("</svg>\n"), "{name}");
                assert!(!svg.contains("<text") && !svg.contains("font-family"), "{name} needs a font");
            }
            "pdf" => assert!(bytes.starts_with(b"%PDF-") && bytes.windows(9).any(|part| part == b"/FontFile"), "{name} has no font"),
            _ => assert!(bytes.starts_with(b"\x89PNG"), "{name}"),
        }
    }
    let names: Vec<&str> = figures.keys().copied().collect();
    assert_eq!(names, ["calibration", "differences", "profile", "scaling_cost", "scaling_time", "survival", "win_rates"]);
    assert!(figures.values().all(|formats| *formats == ["pdf", "png", "svg"]), "{figures:?}");
}

#[test]
fn only_what_is_wanted_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let results = [once(&folder)];
    let only = |name: &str| Options { only: vec![name.into()], ..options("en") };
    let files = Report::read(&results, only("win_rates")).unwrap().files().unwrap();
    assert_eq!(files.into_keys().collect::<Vec<_>>(), ["figures/win_rates.svg"]);
    let files = Report::read(&results, only("results")).unwrap().files().unwrap();
    assert_eq!(files.into_keys().collect::<Vec<_>>(), ["tables/results.csv", "tables/results.md", "tables/results.tex"]);
    let error = Report::read(&results, only("winrates")).unwrap_err().to_string();
    assert!(
        error.starts_with("there is no table or figure `winrates`; there are: calibration, cost_ratios, costs, differences"),
        "{error}"
    );
}

#[test]
fn the_width_is_that_of_the_paper() {
    let folder = tempfile::tempdir().unwrap();
    let svg = file(&[once(&folder)], Options { width: 160.0, ..options("en") }, "figures/win_rates.svg");
    assert!(svg.starts_with("<svg width=\"160.0mm\""), "{}", &svg[..80]);
}
