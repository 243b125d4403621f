//! The answer, in one sentence with its interval, and what it is on each set.
//!
//! Over all instances together: who wins most, and by how much more than the next, paired
//! by instance. That the two were picked from several is paid for: "most" is said only
//! where the test of each pair of strategies, adjusted by Holm's rule for all of them,
//! says so. Where two runs are compared, the answer is the largest change.

use super::effort::{Ratio, ratio};
use super::evidence::{BETWEEN, Baseline, Evidence};
use super::language::{Language, Text};
use crate::results::outcomes::Group;
use crate::results::summary::{CONFIDENCE, Summary, leader, p_value, pairs};
use crate::results::written::points;
use crate::seed::Seed;
use crate::stats::{Interval, Pair, holm, mean, newcombe, wilson};

const MOST: Text = Text::new(
    "{} wins most: {} of {} {}, {} percentage points more {} than the next, {}",
    "{} gagne le plus : {} des {} {}, soit {} points de pourcentage de plus {} que la suivante, {}",
);
const NEAR: Text = Text::new(
    "{} leads with {} of {} {}, but not measurably before every other strategy: the next, {}, is {} percentage points behind {}",
    "{} mène avec {} des {} {}, mais non mesurablement devant chaque autre stratégie : la suivante, {}, est à {} points de pourcentage {}",
);
const BASE: Text = Text::new("; it is {} points {} from the baseline, {}", " ; elle est à {} points {} de la référence, {}");
const ALONE: Text = Text::new("{} wins {} of {} {}", "{} gagne {} des {} {}");
const RUNS: Text = Text::new(
    "From {} to {} the largest change is that of {}: {} percentage points {} on {} {}, {}",
    "De {} à {}, le plus grand changement est celui de {} : {} points de pourcentage {} sur {} {}, {}",
);
const METHOD: Text = Text::new(
    "All sets together, paired by instance; 95 % intervals: Wilson for a share, Newcombe for a difference; tests: McNemar, or Wilcoxon where instances are played several times, adjusted by Holm's rule.",
    "Tous les lots ensemble, appariés par instance ; intervalles à 95 % : Wilson pour une part, Newcombe pour un écart ; tests : McNemar, ou Wilcoxon là où les instances sont jouées plusieurs fois, ajustés selon Holm.",
);
const BEST: Text = Text::new("significantly ahead of each other strategy", "significativement devant chaque autre stratégie");
const FIRST: Text = Text::new("not significantly ahead of each other strategy", "non significativement devant chaque autre stratégie");

const LEAST: Text = Text::new(
    "Of all that win as often as the baseline, {} takes the least: {} times the {} of {}, on the {} {} that both won; it won {} of all.",
    "De toutes celles qui gagnent autant que la référence, {} prend le moins : {} fois les {} de {}, sur les {} {} que les deux gagnent ; elle en gagne {} en tout.",
);
const RATIOS: Text = Text::new(
    "Geometric means of ratios paired by instance, the least of {}, whose being the least flatters it; 95 % intervals: percentile bootstrap over instances; for a share Wilson.",
    "Moyennes géométriques de rapports appariés par instance, la moindre de {}, que ce choix flatte ; intervalles à 95 % : bootstrap sur les instances (méthode des percentiles) ; pour une part Wilson.",
);

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// One sentence.
    pub sentence: String,
    /// How it was reckoned.
    pub method: String,
    /// Who wins most on each set, where there are several.
    pub by_set: Vec<String>,
}

/// A strategy over all sets.
struct Overall<'a> {
    label: &'a str,
    groups: Vec<Group<'a>>,
    n: u64,
    rate: f64,
}

/// The answer that the evidence gives; `None` where nothing was played.
pub(super) fn answer(evidence: &Evidence, language: Language) -> Option<Answer> {
    let mut all: Vec<Overall> = evidence.strategies.iter().map(|label| overall(evidence, label)).collect();
    all.retain(|overall| overall.n > 0);
    if let Some(answer) = least(evidence, &all, language) {
        return Some(answer);
    }
    let sentence = match &evidence.baseline {
        Baseline::Run(runs) => changed(evidence, &all, runs, language)?,
        baseline => most(evidence, &mut all, baseline, language)?,
    };
    let by_set =
        if evidence.sets.len() > 1 { evidence.sets.iter().filter_map(|set| on_set(evidence, set, language)).collect() } else { Vec::new() };
    Some(Answer { sentence: sentence + ".", method: language.say(METHOD).into(), by_set })
}

/// Who takes the least work, where that is what the game is about and there is a baseline.
fn least(evidence: &Evidence, all: &[Overall], language: Language) -> Option<Answer> {
    let about = evidence.about.filter(|about| about.effort.is_some())?;
    let Baseline::Label(base) = &evidence.baseline else { return None };
    let (base, cost) = (all.iter().find(|overall| *overall.label == **base)?, evidence.column(about.cost)?);
    let words = language.say(about.cost_words);
    // Of all sets, or of one.
    let compared = |set: Option<&str>| {
        // Who gives up where the baseline wins is spared what costs most.
        let others = all.iter().enumerate().filter(|(_, overall)| overall.label != base.label && overall.rate >= base.rate);
        let ratios = others.filter_map(|(nth, overall)| {
            let groups = overall.groups.iter().filter(|group| set.is_none_or(|set| **group.set() == *set));
            let pairs = groups.filter_map(|group| Some((*group, *base.groups.iter().find(|other| other.set() == group.set())?)));
            let seed = Seed::new(1).purpose("report answer").purpose(set.unwrap_or_default()).index(nth as u64);
            Some((overall, ratio(pairs, cost, seed)?))
        });
        ratios.reduce(|least, other| if other.1.value < least.1.value { other } else { least })
    };
    let told = |ratio: &Ratio| {
        let ends = [ratio.interval.low, ratio.interval.high].map(|end| language.number(end, 3));
        format!("{} {}", language.number(ratio.value, 3), language.range(&ends[0], &ends[1]))
    };
    let (first, ratio) = compared(None)?;
    let share = language.share(first.rate, wilson(first.rate * first.n as f64, first.n, CONFIDENCE));
    let (instances, n) = (language.say(about.instances), language.count(ratio.n));
    let sentence = language.fill(LEAST, &[&first.label, &told(&ratio), &words, &base.label, &n, &instances, &share]);
    let on_set = |set: &std::sync::Arc<str>| {
        let (first, ratio) = compared(Some(set))?;
        Some(language.labelled(set, format!("{} {}, n = {}", first.label, told(&ratio), language.count(ratio.n))))
    };
    let by_set = if evidence.sets.len() > 1 { evidence.sets.iter().filter_map(on_set).collect() } else { Vec::new() };
    Some(Answer { sentence, method: language.fill(RATIOS, &[&(all.len() - 1)]), by_set })
}

fn overall<'a>(evidence: &'a Evidence, label: &'a str) -> Overall<'a> {
    let groups: Vec<Group> = evidence.sets.iter().filter_map(|set| evidence.outcomes.group(set, label)).collect();
    let rates: Vec<f64> = groups.iter().flat_map(|group| group.measures(|game| Some(game.won()))).collect();
    Overall { label, groups, n: rates.len() as u64, rate: mean(&rates).unwrap_or(0.0) }
}

/// How two fared on the instances that both played.
fn shared(one: &Overall, other: &Overall) -> Vec<Pair> {
    let of = |group: &Group| other.groups.iter().find(|other| other.set() == group.set()).copied();
    pairs(one.groups.iter().filter_map(|group| Some(group.shared(of(group)?))))
}

fn most(evidence: &Evidence, all: &mut [Overall], baseline: &Baseline, language: Language) -> Option<String> {
    all.sort_by(|one, other| other.rate.total_cmp(&one.rate));
    let instances = evidence.about.map_or("instances", |about| language.say(about.instances));
    let first = all.first()?;
    let share = language.share(first.rate, wilson(first.rate * first.n as f64, first.n, CONFIDENCE));
    let Some(next) = all.get(1) else {
        return Some(language.fill(ALONE, &[&first.label, &share, &language.count(first.n), &instances]));
    };
    let difference = |other: &Overall| newcombe(&shared(first, other), CONFIDENCE);
    let (more, interval) = difference(next);
    let (size, ends) = (language.number(100.0 * more, 2), ends(interval, language));
    let wins = leader(all.len(), |one, other| shared(&all[one], &all[other])) == Some(0);
    let sentence = if wins {
        language.fill(MOST, &[&first.label, &share, &language.count(first.n), &instances, &size, &ends, &next.label])
    } else {
        language.fill(NEAR, &[&first.label, &share, &language.count(first.n), &instances, &next.label, &size, &ends])
    };
    let base = all.iter().skip(2).find(|overall| matches!(baseline, Baseline::Label(base) if **base == *overall.label));
    let against = base.map(|base| {
        let (more, interval) = difference(base);
        language.fill(BASE, &[&language.local(&points(more)), &self::ends(interval, language), &base.label])
    });
    Some(sentence + &against.unwrap_or_default())
}

fn ends(Interval { low, high }: Interval, language: Language) -> String {
    let [low, high] = [low, high].map(|end| language.local(&points(end)));
    language.range(&low, &high)
}

/// Who wins most on a set.
fn on_set(evidence: &Evidence, set: &str, language: Language) -> Option<String> {
    let of_set = evidence.summaries.iter().filter(|summary| *summary.set == *set && summary.instances > 0);
    let first = of_set.reduce(|best: &Summary, other| if other.rate > best.rate { other } else { best })?;
    let share = language.share(first.rate, first.interval);
    let sure = language.say(if first.best { BEST } else { FIRST });
    Some(language.labelled(set, format!("{} {share}, n = {}, {sure}", first.strategy, language.count(first.instances))))
}

fn changed(evidence: &Evidence, all: &[Overall], runs: &[String; 2], language: Language) -> Option<String> {
    let instances = evidence.about.map_or("instances", |about| language.say(about.instances));
    let [first, second] = runs.each_ref().map(|run| run.trim_start_matches(BETWEEN));
    let mut compared = Vec::new();
    for after in all {
        let before =
            evidence.baseline.of(&evidence.strategies, after.label).and_then(|base| all.iter().find(|before| before.label == base));
        let pairs = before.map_or_else(Vec::new, |before| shared(after, before));
        if !pairs.is_empty() {
            let (difference, interval) = newcombe(&pairs, CONFIDENCE);
            compared.push((after.label, pairs.len() as u64, difference, interval, p_value(&pairs)));
        }
    }
    let adjusted = holm(&compared.iter().map(|compared| compared.4).collect::<Vec<_>>());
    let largest = compared.iter().zip(adjusted).reduce(|most, other| if other.0.2.abs() > most.0.2.abs() { other } else { most })?;
    let (&(label, n, difference, interval, _), p) = largest;
    let label = label.strip_suffix(&*runs[1]).unwrap_or(label);
    let difference = language.local(&points(difference));
    let (ends, n, p) = (ends(interval, language), language.count(n), language.p_equals(p));
    Some(language.fill(RUNS, &[&first, &second, &label, &difference, &ends, &n, &instances, &p]))
}
