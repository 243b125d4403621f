//! What a report says, in both languages.

use super::{experiment, file, manifest, once, options, write};
use clover::report::{MARKDOWN, PAGE, Report};
use expect_test::{Expect, expect};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn check(folders: &[PathBuf], language: &str, expected: &Expect) {
    expected.assert_eq(&file(folders, options(language), MARKDOWN));
}

#[test]
fn a_page_in_english() {
    let folder = tempfile::tempdir().unwrap();
    check(
        &[once(&folder)],
        "en",
        &expect![[r#"
            # trial

            ## Question

            Which wins?

            ## Answer

            components wins most: 71.4 % [45.4, 88.3] of 14 maps, 50.00 percentage points more [+15.70, +70.29] than the next, sat, no totals.

            - small: components 60.0 % [31.3, 83.2], n = 10, not significantly ahead of each other strategy
            - large: components 100.0 % [51.0, 100.0], n = 4, not significantly ahead of each other strategy

            All sets together, paired by instance; 95 % intervals: Wilson for a share, Newcombe for a difference; tests: McNemar, or Wilcoxon where instances are played several times, adjusted by Holm's rule.

            ![Win rates by set and strategy](figures/win_rates.svg)

            ![Wins more or less than components, on the same instances](figures/differences.svg)

            ![Survival against unproven moves](figures/survival.svg)

            ![Performance profile of actions](figures/profile.svg)

            ![Calibration: stated risk against outcome](figures/calibration.svg)

            ![Growth with size: mean time of a game (ms)](figures/scaling_time.svg)

            ![Growth with size: actions, mean of games won](figures/scaling_cost.svg)

            **Win rates by set and strategy**

            | set | strategy | n | wins | won (%) [95 %] | difference (points) [95 %] | + | − | odds ratio [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|
            | `small` | `sat, no totals` | 10 | 3 | 30.0 [10.8, 60.3] | −30.00 [−55.08, +4.67] | 0 | 3 | 0.00 [0.00, 2.42] | 0.2500 |
            | `small` | `components` | 10 | 6 | 60.0 [31.3, 83.2] | baseline | – | – | – | – |
            | `large` | `sat, no totals` | 4 | 0 | 0.0 [0.0, 49.0] | −100.00 [−100.00, −30.72] | 0 | 4 | 0.00 [0.00, 1.51] | 0.1250 |
            | `large` | `components` | 4 | 4 | 100.0 [51.0, 100.0] | baseline | – | – | – | – |

            n: instances. Win rates with Wilson's score interval; in bold where significantly more than each other strategy of the set (McNemar's exact test, adjusted by Holm's rule for all pairs, 5 %).
            Difference from components, paired by instance, with Newcombe's interval (method 10); + and −: instances that it alone and the other alone won; odds ratio: of these, with its exact interval; p: McNemar's exact test, adjusted by Holm's rule for the comparisons of one set.
            Counted as not won: games given up at a limit of work: 1; ended by an error, and left out of means: 0.

            **Rankings: longest streak and speed, by size and difficulty**

            | set | size | difficulty | strategy | n | streak | expected | time (ms) [95 %] |
            |:--|--:|:--|:--|--:|--:|--:|--:|
            | `small` | 64 | all | `sat, no totals` | 10 | 3 | 1.7 | 250.00 [250.00, 250.00] |
            | `small` | 64 | all | `components` | 10 | 6 | 3.5 | 250.00 [250.00, 250.00] |
            | `large` | 256 | all | `sat, no totals` | 4 | 0 | 0.0 | 250.00 [250.00, 250.00] |
            | `large` | 256 | all | `components` | 4 | 4 | 4.0 | 250.00 [250.00, 250.00] |

            n: games. Difficulty: all of a set, then its thirds by 3BV, whose range is in brackets. Means over games that did not end in an error, with Student's interval, cut at 0.
            Streak: the longest run of wins over the instances in their order; expected: how long it is on average where wins come by luck alone, at the same rate.

            **Rankings: what was found, by size and difficulty**

            | set | size | difficulty | strategy | n | cells [95 %] |
            |:--|--:|:--|:--|--:|--:|
            | `small` | 64 | all | `sat, no totals` | 10 | 15.0 [15.0, 15.0] |
            | `small` | 64 | all | `components` | 10 | 15.0 [15.0, 15.0] |
            | `large` | 256 | all | `sat, no totals` | 4 | 15.0 [15.0, 15.0] |
            | `large` | 256 | all | `components` | 4 | 15.0 [15.0, 15.0] |

            n: games. Difficulty: all of a set, then its thirds by 3BV, whose range is in brackets. Means over games that did not end in an error, with Student's interval, cut at 0.

            **Time and cost by set and strategy**

            | set | strategy | n | median (ms) [95 %] | 95th pct. (ms) [95 %] | n both | difference (actions) [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|--:|--:|
            | `small` | `sat, no totals` | 10 | 250.00 [250.00, 250.00] | 250.00 [250.00, ∞] | 3 | +3.00 [+3.00, +3.00] | 0.2500 |
            | `small` | `components` | 10 | 250.00 [250.00, 250.00] | 250.00 [250.00, ∞] | – | – | – |
            | `large` | `sat, no totals` | 4 | 250.00 [−∞, ∞] | 250.00 [250.00, ∞] | 0 | – | – |
            | `large` | `components` | 4 | 250.00 [−∞, ∞] | 250.00 [250.00, ∞] | – | – | – |

            n: games that did not end in an error; median and 95th percentile of their times with distribution-free intervals, which take games for independent. Difference: mean cost (actions) less the baseline's over the instances that both won (n both), with the percentile bootstrap over instances (2000 resamples); p: Wilcoxon's signed-rank test on them, adjusted by Holm's rule for one set.

            **Stated risk of unproven moves against what came**

            | strategy | n | stated (%) | deadly (%) [95 %] | Brier [95 %] | reliability | resolution | uncertainty |
            |:--|--:|--:|--:|--:|--:|--:|--:|
            | `sat, no totals` | 26 | 18.8 | 38.5 [26.9, 50.0] | 0.2314 [0.1737, 0.2891] | 0.14261 | 0.1479 | 0.2367 |
            | `components` | 28 | 18.8 | 14.3 [3.6, 25.0] | 0.1105 [0.0569, 0.1641] | 0.00845 | 0.0204 | 0.1224 |

            n: unproven moves whose risk was reckoned, in games that were won or lost. Intervals: bootstrap over games (2000 resamples). Brier score = reliability − resolution + uncertainty + what ten bins of equal count hide (Murphy 1973; Stephenson et al. 2008); less is better, and a reliability of 0 is calibrated.

            **Growth of time and cost with size**

            | strategy | sets | n (games) | exponent (time) [95 %] | exponent (actions) [95 %] |
            |:--|--:|--:|--:|--:|
            | `sat, no totals` | 2 | 14 | 0.00 [−∞, ∞] | – |
            | `components` | 2 | 14 | 0.00 [−∞, ∞] | −0.03 [−∞, ∞] |

            Time, and the cost of games that are won, grow as size to the power of the exponent: least squares of the logarithm of the mean against that of size, one point a set, with Student's interval. Sets of one size that differ otherwise are points of their own; with two there is no interval.

            ## Where this comes from

            ```
            clover run 'my trial.toml' --jobs 2
            ```

            - Experiment: trial
            - Version of Clover: 1.2.3 (rustc 1.90)
            - Commit: 0123abcd, with changes that were not committed
            - Seed: 7
            - Machine: a processor, 2 of 4 processors, linux x86_64
            - Played: 2026-01-01T00:00:00Z to 2026-01-01T00:00:09Z, games took 7 s
            - Data: 10 files of set small, SHA-256 00ff
        "#]],
    );
}

#[test]
fn a_page_in_french() {
    let folder = tempfile::tempdir().unwrap();
    check(
        &[once(&folder)],
        "fr",
        &expect![[r#"
            # trial

            ## Question

            Which wins?

            ## Réponse

            components gagne le plus : 71,4 % [45,4 ; 88,3] des 14 cartes, soit 50,00 points de pourcentage de plus [+15,70 ; +70,29] que la suivante, sat, no totals.

            - small : components 60,0 % [31,3 ; 83,2], n = 10, non significativement devant chaque autre stratégie
            - large : components 100,0 % [51,0 ; 100,0], n = 4, non significativement devant chaque autre stratégie

            Tous les lots ensemble, appariés par instance ; intervalles à 95 % : Wilson pour une part, Newcombe pour un écart ; tests : McNemar, ou Wilcoxon là où les instances sont jouées plusieurs fois, ajustés selon Holm.

            ![Taux de victoire par lot et stratégie](figures/win_rates.svg)

            ![Victoires de plus ou de moins que components, sur les mêmes instances](figures/differences.svg)

            ![Survie selon les coups non prouvés](figures/survival.svg)

            ![Profil de performance : actions](figures/profile.svg)

            ![Calibration : risque annoncé et issue](figures/calibration.svg)

            ![Croissance avec la taille : temps moyen d'une partie (ms)](figures/scaling_time.svg)

            ![Croissance avec la taille : actions, moyenne des parties gagnées](figures/scaling_cost.svg)

            **Taux de victoire par lot et stratégie**

            | lot | stratégie | n | victoires | gagnées (%) [95 %] | écart (points) [95 %] | + | − | rapport de cotes [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|
            | `small` | `sat, no totals` | 10 | 3 | 30,0 [10,8 ; 60,3] | −30,00 [−55,08 ; +4,67] | 0 | 3 | 0,00 [0,00 ; 2,42] | 0,2500 |
            | `small` | `components` | 10 | 6 | 60,0 [31,3 ; 83,2] | référence | – | – | – | – |
            | `large` | `sat, no totals` | 4 | 0 | 0,0 [0,0 ; 49,0] | −100,00 [−100,00 ; −30,72] | 0 | 4 | 0,00 [0,00 ; 1,51] | 0,1250 |
            | `large` | `components` | 4 | 4 | 100,0 [51,0 ; 100,0] | référence | – | – | – | – |

            n : instances. Taux de victoire avec l'intervalle de score de Wilson ; en gras s'il dépasse significativement celui de chaque autre stratégie du lot (test exact de McNemar, ajusté selon Holm pour toutes les paires, 5 %).
            Écart par rapport à components, apparié par instance, avec l'intervalle de Newcombe (méthode 10) ; + et − : instances gagnées par elle seule et par l'autre seule ; rapport de cotes : de celles-ci, avec son intervalle exact ; p : test exact de McNemar, ajusté selon Holm pour les comparaisons d'un lot.
            Comptées comme non gagnées : parties abandonnées à une limite de travail : 1 ; terminées par une erreur, et absentes des moyennes : 0.

            **Classements : plus longue série et vitesse, par taille et difficulté**

            | lot | taille | difficulté | stratégie | n | série | attendue | temps (ms) [95 %] |
            |:--|--:|:--|:--|--:|--:|--:|--:|
            | `small` | 64 | toutes | `sat, no totals` | 10 | 3 | 1,7 | 250,00 [250,00 ; 250,00] |
            | `small` | 64 | toutes | `components` | 10 | 6 | 3,5 | 250,00 [250,00 ; 250,00] |
            | `large` | 256 | toutes | `sat, no totals` | 4 | 0 | 0,0 | 250,00 [250,00 ; 250,00] |
            | `large` | 256 | toutes | `components` | 4 | 4 | 4,0 | 250,00 [250,00 ; 250,00] |

            n : parties. Difficulté : tout le lot, puis ses tiers selon 3BV, dont l'étendue est entre parenthèses. Moyennes sur les parties qui ne finissent pas par une erreur, avec l'intervalle de Student, coupé à 0.
            Série : la plus longue suite de victoires dans l'ordre des instances ; attendue : sa longueur moyenne si les victoires viennent au hasard, au même taux.

            **Classements : ce qui a été trouvé, par taille et difficulté**

            | lot | taille | difficulté | stratégie | n | cases [95 %] |
            |:--|--:|:--|:--|--:|--:|
            | `small` | 64 | toutes | `sat, no totals` | 10 | 15,0 [15,0 ; 15,0] |
            | `small` | 64 | toutes | `components` | 10 | 15,0 [15,0 ; 15,0] |
            | `large` | 256 | toutes | `sat, no totals` | 4 | 15,0 [15,0 ; 15,0] |
            | `large` | 256 | toutes | `components` | 4 | 15,0 [15,0 ; 15,0] |

            n : parties. Difficulté : tout le lot, puis ses tiers selon 3BV, dont l'étendue est entre parenthèses. Moyennes sur les parties qui ne finissent pas par une erreur, avec l'intervalle de Student, coupé à 0.

            **Temps et coût par lot et stratégie**

            | lot | stratégie | n | médiane (ms) [95 %] | 95e centile (ms) [95 %] | n commun | écart (actions) [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|--:|--:|
            | `small` | `sat, no totals` | 10 | 250,00 [250,00 ; 250,00] | 250,00 [250,00 ; ∞] | 3 | +3,00 [+3,00 ; +3,00] | 0,2500 |
            | `small` | `components` | 10 | 250,00 [250,00 ; 250,00] | 250,00 [250,00 ; ∞] | – | – | – |
            | `large` | `sat, no totals` | 4 | 250,00 [−∞ ; ∞] | 250,00 [250,00 ; ∞] | 0 | – | – |
            | `large` | `components` | 4 | 250,00 [−∞ ; ∞] | 250,00 [250,00 ; ∞] | – | – | – |

            n : parties qui ne finissent pas par une erreur ; médiane et 95e centile de leurs temps avec des intervalles non paramétriques, qui tiennent les parties pour indépendantes. Écart : coût moyen (actions) moins celui de la référence sur les instances que les deux gagnent (n commun), avec le bootstrap sur les instances (méthode des percentiles, 2 000 rééchantillonnages) ; p : test des rangs signés de Wilcoxon, ajusté selon Holm pour un lot.

            **Risque annoncé des coups non prouvés et ce qui est arrivé**

            | stratégie | n | annoncé (%) | mortels (%) [95 %] | Brier [95 %] | fiabilité | résolution | incertitude |
            |:--|--:|--:|--:|--:|--:|--:|--:|
            | `sat, no totals` | 26 | 18,8 | 38,5 [26,9 ; 50,0] | 0,2314 [0,1737 ; 0,2891] | 0,14261 | 0,1479 | 0,2367 |
            | `components` | 28 | 18,8 | 14,3 [3,6 ; 25,0] | 0,1105 [0,0569 ; 0,1641] | 0,00845 | 0,0204 | 0,1224 |

            n : coups non prouvés dont le risque est calculé, dans des parties gagnées ou perdues. Intervalles : bootstrap sur les parties (2 000 rééchantillonnages). Score de Brier = fiabilité − résolution + incertitude + ce que cachent dix classes de même effectif (Murphy 1973 ; Stephenson et al. 2008) ; plus c'est bas, mieux c'est, et une fiabilité de 0 est calibrée.

            **Croissance du temps et du coût avec la taille**

            | stratégie | lots | n (parties) | exposant (temps) [95 %] | exposant (actions) [95 %] |
            |:--|--:|--:|--:|--:|
            | `sat, no totals` | 2 | 14 | 0,00 [−∞ ; ∞] | – |
            | `components` | 2 | 14 | 0,00 [−∞ ; ∞] | −0,03 [−∞ ; ∞] |

            Le temps, et le coût des parties gagnées, croissent comme la taille à la puissance de l'exposant : moindres carrés du logarithme de la moyenne contre celui de la taille, un point par lot, avec l'intervalle de Student. Des lots de même taille qui diffèrent autrement sont des points distincts ; avec deux il n'y a pas d'intervalle.

            ## Provenance

            ```
            clover run 'my trial.toml' --jobs 2
            ```

            - Expérience : trial
            - Version de Clover : 1.2.3 (rustc 1.90)
            - Commit : 0123abcd, avec des modifications non validées
            - Graine : 7
            - Machine : a processor, 2 de 4 processeurs, linux x86_64
            - Joué : du 2026-01-01T00:00:00Z au 2026-01-01T00:00:09Z, parties : 7 s
            - Données : 10 fichiers du lot small, SHA-256 00ff
        "#]],
    );
}

#[test]
fn a_page_with_repetitions_and_without_a_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let mut bare = experiment();
    bare["baseline"] = Value::Null;
    bare["question"] = Value::Null;
    let games = [("small", "components", 0, "wwll?"), ("small", "components", 1, "wlle?")];
    check(
        &[write(folder.path(), manifest(bare), &games)],
        "en",
        &expect![[r#"
            # trial

            ## Answer

            components wins 37.5 % [9.2, 78.1] of 4 maps.


            All sets together, paired by instance; 95 % intervals: Wilson for a share, Newcombe for a difference; tests: McNemar, or Wilcoxon where instances are played several times, adjusted by Holm's rule.

            ![Win rates by set and strategy](figures/win_rates.svg)

            ![Calibration: stated risk against outcome](figures/calibration.svg)

            **Win rates by set and strategy**

            | set | strategy | n | wins | won (%) [95 %] |
            |:--|:--|--:|--:|--:|
            | `small` | `components` | 4 | 3 | 37.5 [9.2, 78.1] |

            n: instances. Win rates with Wilson's score interval; in bold where significantly more than each other strategy of the set (McNemar's exact test, adjusted by Holm's rule for all pairs, 5 %).
            Instances played several times count as a fraction of a success, the mean of their games, in the same intervals, which are then rather too wide than too narrow; where games of one instance end differently bold is by Wilcoxon's signed-rank test, and no other is made.
            Counted as not won: games given up at a limit of work: 0; ended by an error, and left out of means: 1.
            Instances that could not be read, and are left out of everything: 1.

            **Rankings: longest streak and speed, by size and difficulty**

            | set | size | difficulty | strategy | n | streak | expected | time (ms) [95 %] |
            |:--|--:|:--|:--|--:|--:|--:|--:|
            | `small` | 64 | all | `components` | 8 | 2 | – | 250.00 [250.00, 250.00] |

            n: games. Difficulty: all of a set, then its thirds by 3BV, whose range is in brackets. Means over games that did not end in an error, with Student's interval, cut at 0.
            Streak: the longest run of wins over the instances in their order; expected: how long it is on average where wins come by luck alone, at the same rate.

            **Rankings: what was found, by size and difficulty**

            | set | size | difficulty | strategy | n | cells [95 %] |
            |:--|--:|:--|:--|--:|--:|
            | `small` | 64 | all | `components` | 8 | 15.0 [15.0, 15.0] |

            n: games. Difficulty: all of a set, then its thirds by 3BV, whose range is in brackets. Means over games that did not end in an error, with Student's interval, cut at 0.

            **Time and cost by set and strategy**

            | set | strategy | n | median (ms) [95 %] | 95th pct. (ms) [95 %] | n both | difference (actions) [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|--:|--:|
            | `small` | `components` | 7 | 250.00 [250.00, 250.00] | 250.00 [250.00, ∞] | – | – | – |

            n: games that did not end in an error; median and 95th percentile of their times with distribution-free intervals, which take games for independent. Difference: mean cost (actions) less the baseline's over the instances that both won (n both), with the percentile bootstrap over instances (2000 resamples); p: Wilcoxon's signed-rank test on them, adjusted by Holm's rule for one set.

            **Stated risk of unproven moves against what came**

            | strategy | n | stated (%) | deadly (%) [95 %] | Brier [95 %] | reliability | resolution | uncertainty |
            |:--|--:|--:|--:|--:|--:|--:|--:|
            | `components` | 14 | 18.8 | 28.6 [7.1, 42.9] | 0.1819 [0.0748, 0.2533] | 0.05947 | 0.0816 | 0.2041 |

            n: unproven moves whose risk was reckoned, in games that were won or lost. Intervals: bootstrap over games (2000 resamples). Brier score = reliability − resolution + uncertainty + what ten bins of equal count hide (Murphy 1973; Stephenson et al. 2008); less is better, and a reliability of 0 is calibrated.

            ## Where this comes from

            ```
            clover run 'my trial.toml' --jobs 2
            ```

            - Experiment: trial
            - Version of Clover: 1.2.3 (rustc 1.90)
            - Commit: 0123abcd, with changes that were not committed
            - Seed: 7
            - Machine: a processor, 2 of 4 processors, linux x86_64
            - Played: 2026-01-01T00:00:00Z to 2026-01-01T00:00:09Z, games took 2 s
            - Data: 10 files of set small, SHA-256 00ff
        "#]],
    );
}

#[test]
fn every_column_of_a_table_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/models/crocomine.knn");
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/README.md")).unwrap();
    let explained = readme.split("## Tables of a report").nth(1).unwrap();
    let mut tables = 0;
    for (name, bytes) in Report::read(&[once(&folder), model], options("en")).unwrap().files().unwrap() {
        let Some(table) = name.strip_prefix("tables/").and_then(|name| name.strip_suffix(".csv")) else { continue };
        tables += 1;
        for column in std::str::from_utf8(&bytes).unwrap().lines().next().unwrap().split(',') {
            let column = column.trim_end_matches("_low").trim_end_matches("_high");
            assert!(explained.contains(&format!("`{column}`")), "data/README.md does not explain {column} of {table}");
        }
    }
    assert_eq!(tables, 7);
}

/// Four and five games to nil are not significant, neither in the table nor in the answer.
#[test]
fn the_answer_is_no_surer_than_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let games = [("small", "components", 0, "lllll"), ("small", "sat, no totals", 0, "wwwww")];
    let page = file(&[write(folder.path(), manifest(experiment()), &games)], options("en"), MARKDOWN);
    assert!(page.contains("sat, no totals leads with 100.0 % [56.6, 100.0] of 5 maps, but not measurably"), "{page}");
    assert!(page.contains("| 5 | 0 | ∞ [0.92, ∞] | 0.0625 |"), "{page}");
}

/// What a user typed is text on the page, and nothing is fetched from elsewhere.
#[test]
fn the_page_is_self_contained_and_takes_names_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut hostile = experiment();
    hostile["question"] = "<script>alert(1)</script> & \"more\"?".into();
    hostile["strategies"][0]["label"] = "<img src=x>".into();
    let results = write(folder.path(), manifest(hostile), &[("small", "<img src=x>", 0, "wl"), ("small", "components", 0, "ww")]);
    let page = file(&[results], options("en"), PAGE);
    assert!(!page.contains("<script>alert") && !page.contains("<img src=x>"));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;?"));
    let links: Vec<&str> = page.split("src=\"").skip(1).chain(page.split("url(").skip(1)).map(|rest| &rest[..10]).collect();
    assert!(links.iter().all(|link| link.starts_with("data:image")), "{links:?}");
    assert!(!page.contains("<link") && !page.contains("@import"));
}
