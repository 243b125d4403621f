//! Every table and every figure of a report in one LaTeX document, whatever names are.
//!
//! Skipped where there is no pdflatex with siunitx and booktabs.

use super::{experiment, manifest, options, write};
use clover::report::{Files, Options, Report};
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Everything that means something to LaTeX, or that its fonts lack.
const HOSTILE: [&str; 4] =
    ["a_1 50 % #&$ {x} [y]", "\\input{x} ~ ^ \"quoted\" <<--,,", "{\\bf 𝔘 ≤ 🐅 é œ – « ß » ij’", "\t% \\\\ [1ex] }}{{ \u{a0}´`"];

/// Wider than this is not in the text any more. Unit: pt.
const SEEN: f64 = 1.0;

#[test]
fn tables_and_figures_compile_and_fit_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let results = hostile(&folder.path().join("results"));
    for language in ["en", "fr"] {
        let formats = vec!["pdf".into()];
        let files = Report::read(std::slice::from_ref(&results), Options { formats, ..options(language) }).unwrap().files().unwrap();
        let Some(log) = compiled(&folder.path().join(language), &files, language) else {
            eprintln!("skipped: there is no `pdflatex` with booktabs and siunitx on the PATH");
            return;
        };
        let wide: Vec<&str> =
            log.split("Overfull \\hbox (").skip(1).filter(|rest| rest.split("pt").next().unwrap().parse::<f64>().unwrap() > SEEN).collect();
        assert!(wide.is_empty(), "{language}: overfull by {}", &wide[0][..wide[0].len().min(400)]);
        for fault in ["multiply defined", "Missing character", "undefined"] {
            assert!(!log.contains(fault), "{language}: {fault}:\n{log}");
        }
    }
}

/// Results with more rows than fit on a page, and something in each table and figure.
fn hostile(folder: &Path) -> PathBuf {
    let sets: Vec<String> = (0..11).map(|nth| format!("{} {nth}", HOSTILE[nth % 4])).collect();
    let mut experiment = experiment();
    experiment["name"] = json!("a_1 of #5 & {more}");
    experiment["baseline"] = json!(HOSTILE[0]);
    experiment["sets"] = sets.iter().map(|name| json!({"name": name, "maps": "maps"})).collect();
    experiment["strategies"] = HOSTILE.iter().map(|label| json!({"label": label, "name": "sat"})).collect();
    let mut games = Vec::new();
    for set in sets.iter().map(String::as_str).chain(["large"]) {
        let ends = ["wwwwwwwwwwwwll", "lwwwlllllllgww", "llllllllllllll", "wwwwwlllllwlw?"];
        games.extend(HOSTILE.iter().zip(ends).map(|(strategy, ends)| (set, *strategy, 0, ends)));
    }
    experiment["sets"].as_array_mut().unwrap().push(json!({"name": "large", "maps": "maps"}));
    write(folder, manifest(experiment), &games)
}

/// The log of a document with all of these; `None` where LaTeX or a package is missing.
fn compiled(folder: &Path, files: &Files, language: &str) -> Option<String> {
    let mut text = String::from(
        "\\documentclass[a4paper]{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n\
         \\usepackage[margin=2.5cm]{geometry}\n\\usepackage{booktabs}\n\\usepackage{siunitx}\n\\usepackage{graphicx}\n",
    );
    if language == "fr" {
        text += "\\IfFileExists{french.ldf}{\\usepackage[french]{babel}}{}\n";
    }
    text += "\\begin{document}\n";
    let (mut tables, mut figures) = (0, 0);
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        let is_a = |ending: &str| Path::new(name).extension().is_some_and(|extension| extension == ending);
        if is_a("tex") {
            tables += 1;
            let _ = writeln!(text, "\\input{{{name}}}\\clearpage");
        } else if is_a("pdf") {
            figures += 1;
            let _ = writeln!(text, "\\noindent\\includegraphics{{{name}}}\\clearpage");
        }
    }
    assert!(tables >= 5 && figures >= 6, "{tables} tables, {figures} figures");
    text += "\\end{document}\n";
    fs::write(folder.join("all.tex"), text).unwrap();
    let arguments = ["-halt-on-error", "-interaction=nonstopmode", "all.tex"];
    let status = Command::new("pdflatex").args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).status();
    let status = match status {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        status => status.unwrap(),
    };
    let log = String::from_utf8_lossy(&fs::read(folder.join("all.log")).unwrap()).into_owned();
    if log.contains(".sty' not found") {
        return None;
    }
    assert!(status.success(), "{language}: {}", log.split("\n! ").nth(1).unwrap_or(&log));
    Some(log)
}
