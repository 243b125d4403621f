//! The answer, in one sentence with its interval.
//!
//! Over all instances together: the strategy that wins the largest share of them, and by
//! how much more than the baseline, paired by instance. That it was picked as the best of
//! several is paid for: the difference is called one only where the test still says so,
//! adjusted by Holm's rule for all strategies.

use super::evidence::{BETWEEN, Baseline, Evidence};
use super::language::{Language, Text};
use crate::results::outcomes::{Group, average};
use crate::results::summary::CONFIDENCE;
use crate::seed::Seed;
use crate::stats::{Interval, bootstrap, holm, mean, wilcoxon, wilson};

const MOST: Text = Text::new(
    "{} wins most: {} of {} {}, {} percentage points {} than {}.",
    "{} gagne le plus : {} des {} {}, soit {} points de pourcentage {} par rapport à {}.",
);
const NO_MORE: Text = Text::new(
    "No strategy wins measurably more than {}: the best of the others, {}, differs by {} percentage points {} on {} {}.",
    "Aucune stratégie ne gagne mesurablement plus que {} : la meilleure des autres, {}, en diffère de {} points de pourcentage {} sur {} {}.",
);
const ALONE: Text = Text::new("{} wins most: {} of {} {}.", "{} gagne le plus : {} des {} {}.");
const RUNS: Text = Text::new(
    "From {} to {} the change that is largest is that of {}: {} percentage points {} on {} {}, {}.",
    "De {} à {}, le plus grand changement est celui de {} : {} points de pourcentage {} sur {} {}, {}.",
);
const MORE: Text = Text::new("more", "de plus");
const METHOD: Text = Text::new(
    "All sets together, paired by instance; 95 % intervals: Wilson for the share, bootstrap over instances for the difference; significance by Wilcoxon's signed-rank test, adjusted by Holm's rule for all strategies.",
    "Tous les jeux ensemble, appariés par instance ; intervalles à 95 % : Wilson pour la part, bootstrap sur les instances pour l'écart ; significativité par le test des rangs signés de Wilcoxon, ajusté selon Holm pour toutes les stratégies.",
);

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// One sentence.
    pub sentence: String,
    /// How it was reckoned.
    pub method: String,
}

/// A strategy over all sets.
struct Overall {
    label: String,
    n: u64,
    rate: f64,
    /// Against the baseline: mean difference, its interval, and the p-value.
    versus: Option<(f64, Interval, f64)>,
    /// Instances that both played.
    pairs: u64,
}

/// The answer that the evidence gives; `None` where nothing was played.
pub(super) fn answer(evidence: &Evidence, language: Language) -> Option<Answer> {
    let mut all: Vec<Overall> = evidence.strategies.iter().enumerate().map(|(nth, label)| overall(evidence, nth, label)).collect();
    all.retain(|overall| overall.n > 0);
    let p_values: Vec<f64> = all.iter().filter_map(|overall| Some(overall.versus?.2)).collect();
    let adjusted = holm(&p_values);
    for (versus, p) in all.iter_mut().filter_map(|overall| overall.versus.as_mut()).zip(adjusted) {
        versus.2 = p;
    }
    let sentence = match &evidence.baseline {
        Baseline::Run(first, second) => changed(evidence, &all, [first, second], language)?,
        baseline => best(evidence, &all, baseline, language)?,
    };
    Some(Answer { sentence, method: language.say(METHOD).into() })
}

fn overall(evidence: &Evidence, nth: usize, label: &str) -> Overall {
    let groups: Vec<Group> = evidence.sets.iter().filter_map(|set| evidence.outcomes.group(set, label)).collect();
    let rates: Vec<f64> = groups.iter().flat_map(|group| group.measures(|game| Some(game.won()))).collect();
    let base = evidence.baseline.of(&evidence.strategies, label).filter(|base| *base != label);
    let differences: Vec<f64> = base.map_or_else(Vec::new, |base| {
        let won = |games| average(games, |game| Some(game.won())).unwrap_or(0.0);
        let pairs = groups.iter().filter_map(|group| Some(group.shared(evidence.outcomes.group(group.set(), base)?)));
        pairs.flatten().map(|(one, other)| won(one) - won(other)).collect()
    });
    let versus = mean(&differences).map(|difference| {
        let seed = Seed::new(1).purpose("report answer").index(nth as u64);
        (difference, bootstrap(&differences, CONFIDENCE, seed), wilcoxon(&differences).map_or(1.0, |test| test.p_value))
    });
    Overall { label: label.into(), n: rates.len() as u64, rate: mean(&rates).unwrap_or(0.0), versus, pairs: differences.len() as u64 }
}

fn signed(value: f64, language: Language) -> String {
    language.local(&crate::results::written::points(value))
}

fn ends(Interval { low, high }: Interval, language: Language) -> String {
    language.range(&signed(low, language), &signed(high, language))
}

fn best(evidence: &Evidence, all: &[Overall], baseline: &Baseline, language: Language) -> Option<String> {
    let instances = evidence.about.map_or("instances", |about| language.say(about.instances));
    let share = |overall: &Overall| language.share(overall.rate, wilson(overall.rate * overall.n as f64, overall.n, CONFIDENCE));
    let Baseline::Label(base) = baseline else {
        let first = all.iter().reduce(|best, other| if other.rate > best.rate { other } else { best })?;
        return Some(language.fill(ALONE, &[&first.label, &share(first), &language.count(first.n), &instances]));
    };
    let of = |overall: &Overall| overall.versus.map_or(f64::NEG_INFINITY, |versus| versus.0);
    let leader =
        all.iter().filter(|overall| overall.versus.is_some()).reduce(|best, other| if of(other) > of(best) { other } else { best })?;
    let (difference, interval, p) = leader.versus?;
    let most = |winner: &Overall, other: &str, difference: f64, interval: Interval| {
        let size = language.local(&format!("{:.2}", 100.0 * difference));
        let by = format!("{} {}", language.say(MORE), ends(interval, language));
        Some(language.fill(MOST, &[&winner.label, &share(winner), &language.count(winner.n), &instances, &size, &by, &other]))
    };
    if p <= 1.0 - CONFIDENCE && difference > 0.0 {
        return most(leader, base, difference, interval);
    }
    if let (true, Some(base)) = (p <= 1.0 - CONFIDENCE, all.iter().find(|overall| *overall.label == **base)) {
        return most(base, &leader.label, -difference, Interval { low: -interval.high, high: -interval.low });
    }
    let n = language.count(leader.pairs);
    Some(language.fill(NO_MORE, &[base, &leader.label, &signed(difference, language), &ends(interval, language), &n, &instances]))
}

fn changed(evidence: &Evidence, all: &[Overall], runs: [&str; 2], language: Language) -> Option<String> {
    let instances = evidence.about.map_or("instances", |about| language.say(about.instances));
    let [first, second] = runs.map(|run| run.trim_start_matches(BETWEEN));
    let size = |overall: &&Overall| overall.versus.map(|versus| versus.0.abs());
    let most =
        all.iter().filter(|overall| size(overall).is_some()).reduce(|most, other| if size(&other) > size(&most) { other } else { most })?;
    let (difference, interval, p) = most.versus?;
    let label = most.label.strip_suffix(runs[1]).unwrap_or(&most.label);
    let p = language.p_value(p);
    let p = format!("p {}", if p.starts_with('<') { p } else { format!("= {p}") });
    let (difference, interval, n) = (signed(difference, language), ends(interval, language), language.count(most.pairs));
    Some(language.fill(RUNS, &[&first, &second, &label, &difference, &interval, &n, &instances, &p]))
}
