//! What a report says, in both languages.

use super::{experiment, file, manifest, once, options, write};
use clover::report::{MARKDOWN, PAGE};
use expect_test::{Expect, expect};
use serde_json::Value;
use std::path::PathBuf;

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

            components wins most: 71.4 % [45.4, 88.3] of 14 maps, 50.00 percentage points more [+21.43, +78.57] than sat, no totals.

            All sets together, paired by instance; 95 % intervals: Wilson for the share, bootstrap over instances for the difference; significance by Wilcoxon's signed-rank test, adjusted by Holm's rule for all strategies.

            ![Win rates by set and strategy](figures/win_rates.svg)

            ![Wins more or less than components, on the same instances](figures/differences.svg)

            ![Survival against unproven moves](figures/survival.svg)

            ![Performance profile of actions](figures/profile.svg)

            ![Calibration: stated risk against outcome](figures/calibration.svg)

            ![Time of a game against its size](figures/scaling.svg)

            **Win rates by set and strategy**

            | set | strategy | n | wins | won (%) [95 %] | difference (points) [95 %] | +/− | odds [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|:--|--:|--:|
            | `small` | `sat, no totals` | 10 | 3 | 30.0 [10.8, 60.3] | −30.00 [−55.08, +4.67] | `0/3` | 0.00 [0.00, 2.42] | 0.2500 |
            | `small` | `components` | 10 | 6 | 60.0 [31.3, 83.2] | baseline | – | – | – |
            | `large` | `sat, no totals` | 4 | 0 | 0.0 [0.0, 49.0] | −100.00 [−100.00, −30.72] | `0/4` | 0.00 [0.00, 1.51] | 0.1250 |
            | `large` | `components` | 4 | 4 | 100.0 [51.0, 100.0] | baseline | – | – | – |

            n: instances. Win rates with Wilson's score interval; in bold where significantly more than each other strategy of the set (McNemar's exact test, adjusted by Holm's rule for all pairs, 5 %).
            Difference from components, paired by instance, with Newcombe's interval (method 10); +/−: instances that it alone and the other alone won; odds: their ratio, with its exact interval; p: McNemar's exact test, adjusted by Holm's rule for the comparisons of one set.
            Counted as not won: games given up at a limit of work: 1; ended by an error, and left out of means: 0.

            **Rankings by size and difficulty**

            | set | size | difficulty | strategy | n | streak | expected | cells [95 %] | time (ms) [95 %] |
            |:--|--:|:--|:--|--:|--:|--:|--:|--:|
            | `small` | 64 | – | `sat, no totals` | 10 | 3 | 1.7 | 15.0 [15.0, 15.0] | 250.00 [250.00, 250.00] |
            | `small` | 64 | – | `components` | 10 | 6 | 3.5 | 15.0 [15.0, 15.0] | 250.00 [250.00, 250.00] |
            | `large` | 256 | – | `sat, no totals` | 4 | 0 | 0.0 | 15.0 [15.0, 15.0] | 250.00 [250.00, 250.00] |
            | `large` | 256 | – | `components` | 4 | 4 | 4.0 | 15.0 [15.0, 15.0] | 250.00 [250.00, 250.00] |

            n: games. Difficulty: thirds of each set by 3BV, whose range is in brackets. Streak: the longest run of wins over the instances in their order, and how long it is expected to be at the same win rate. Means over games that did not end in an error, with Student's interval.

            **Time and cost by set and strategy**

            | set | strategy | n | median (ms) [95 %] | 95th pct. (ms) [95 %] | n both | difference (actions) [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|--:|--:|
            | `small` | `sat, no totals` | 10 | 250.00 [250.00, 250.00] | 250.00 [250.00, ∞] | 3 | +3.00 [+3.00, +3.00] | 0.0833 |
            | `small` | `components` | 10 | 250.00 [250.00, 250.00] | 250.00 [250.00, ∞] | – | – | – |
            | `large` | `sat, no totals` | 4 | 250.00 [−∞, ∞] | 250.00 [250.00, ∞] | 0 | – | – |
            | `large` | `components` | 4 | 250.00 [−∞, ∞] | 250.00 [250.00, ∞] | – | – | – |

            n: instances. Times of games that did not end in an error: median and 95th percentile with distribution-free intervals. Difference: mean of actions less the baseline's over the instances that both won (n both), with the percentile bootstrap over instances (2000 resamples); p: Wilcoxon's signed-rank test on them, adjusted by Holm's rule for one set.

            **Stated risk of unproven moves against what came**

            | strategy | n | stated (%) | deadly (%) [95 %] | Brier | reliability | resolution | uncertainty |
            |:--|--:|--:|--:|--:|--:|--:|--:|
            | `sat, no totals` | 26 | 18.8 | 38.5 [22.4, 57.5] | 0.2314 | 0.14261 | 0.1479 | 0.2367 |
            | `components` | 28 | 18.8 | 14.3 [5.7, 31.5] | 0.1105 | 0.00845 | 0.0204 | 0.1224 |

            n: unproven moves whose risk was reckoned, in games that were won or lost. Deadly: with Wilson's interval, which takes moves for independent. Brier score = reliability − resolution + uncertainty + what ten bins of equal count hide (Murphy 1973; Stephenson et al. 2008); less is better, and a reliability of 0 is calibrated.

            **Growth of time with size**

            | strategy | sets | n (games) | exponent [95 %] |
            |:--|--:|--:|--:|
            | `sat, no totals` | 2 | 14 | 0.00 [−∞, ∞] |
            | `components` | 2 | 14 | 0.00 [−∞, ∞] |

            Time grows as size to the power of the exponent: least squares of the logarithm of mean time against that of size, one point a set, with Student's interval. Sets of one size that differ otherwise are points of their own; with two there is no interval.

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

            components gagne le plus : 71,4 % [45,4 ; 88,3] des 14 cartes, soit 50,00 points de pourcentage de plus [+21,43 ; +78,57] par rapport à sat, no totals.

            Tous les jeux ensemble, appariés par instance ; intervalles à 95 % : Wilson pour la part, bootstrap sur les instances pour l'écart ; significativité par le test des rangs signés de Wilcoxon, ajusté selon Holm pour toutes les stratégies.

            ![Taux de victoire par jeu et stratégie](figures/win_rates.svg)

            ![Victoires de plus ou de moins que components, sur les mêmes instances](figures/differences.svg)

            ![Survie selon les coups non prouvés](figures/survival.svg)

            ![Profil de performance : actions](figures/profile.svg)

            ![Calibration : risque annoncé et issue](figures/calibration.svg)

            ![Temps d'une partie selon sa taille](figures/scaling.svg)

            **Taux de victoire par jeu et stratégie**

            | jeu | stratégie | n | victoires | gagnées (%) [95 %] | écart (points) [95 %] | +/− | cote [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|:--|--:|--:|
            | `small` | `sat, no totals` | 10 | 3 | 30,0 [10,8 ; 60,3] | −30,00 [−55,08 ; +4,67] | `0/3` | 0,00 [0,00 ; 2,42] | 0,2500 |
            | `small` | `components` | 10 | 6 | 60,0 [31,3 ; 83,2] | référence | – | – | – |
            | `large` | `sat, no totals` | 4 | 0 | 0,0 [0,0 ; 49,0] | −100,00 [−100,00 ; −30,72] | `0/4` | 0,00 [0,00 ; 1,51] | 0,1250 |
            | `large` | `components` | 4 | 4 | 100,0 [51,0 ; 100,0] | référence | – | – | – |

            n : instances. Taux de victoire avec l'intervalle de score de Wilson ; en gras s'il dépasse significativement celui de chaque autre stratégie du jeu (test exact de McNemar, ajusté selon Holm pour toutes les paires, 5 %).
            Écart par rapport à components, apparié par instance, avec l'intervalle de Newcombe (méthode 10) ; +/− : instances gagnées par elle seule et par l'autre seule ; cote : leur rapport, avec son intervalle exact ; p : test exact de McNemar, ajusté selon Holm pour les comparaisons d'un jeu.
            Comptées comme non gagnées : parties abandonnées à une limite de travail : 1 ; terminées par une erreur, et absentes des moyennes : 0.

            **Classements par taille et difficulté**

            | jeu | taille | difficulté | stratégie | n | série | attendue | cases [95 %] | temps (ms) [95 %] |
            |:--|--:|:--|:--|--:|--:|--:|--:|--:|
            | `small` | 64 | – | `sat, no totals` | 10 | 3 | 1,7 | 15,0 [15,0 ; 15,0] | 250,00 [250,00 ; 250,00] |
            | `small` | 64 | – | `components` | 10 | 6 | 3,5 | 15,0 [15,0 ; 15,0] | 250,00 [250,00 ; 250,00] |
            | `large` | 256 | – | `sat, no totals` | 4 | 0 | 0,0 | 15,0 [15,0 ; 15,0] | 250,00 [250,00 ; 250,00] |
            | `large` | 256 | – | `components` | 4 | 4 | 4,0 | 15,0 [15,0 ; 15,0] | 250,00 [250,00 ; 250,00] |

            n : parties. Difficulté : tiers de chaque jeu selon 3BV, dont l'étendue est entre parenthèses. Série : la plus longue suite de victoires dans l'ordre des instances, et sa longueur attendue au même taux de victoire. Moyennes sur les parties qui ne finissent pas par une erreur, avec l'intervalle de Student.

            **Temps et coût par jeu et stratégie**

            | jeu | stratégie | n | médiane (ms) [95 %] | 95e centile (ms) [95 %] | n commun | écart (actions) [95 %] | p (Holm) |
            |:--|:--|--:|--:|--:|--:|--:|--:|
            | `small` | `sat, no totals` | 10 | 250,00 [250,00 ; 250,00] | 250,00 [250,00 ; ∞] | 3 | +3,00 [+3,00 ; +3,00] | 0,0833 |
            | `small` | `components` | 10 | 250,00 [250,00 ; 250,00] | 250,00 [250,00 ; ∞] | – | – | – |
            | `large` | `sat, no totals` | 4 | 250,00 [−∞ ; ∞] | 250,00 [250,00 ; ∞] | 0 | – | – |
            | `large` | `components` | 4 | 250,00 [−∞ ; ∞] | 250,00 [250,00 ; ∞] | – | – | – |

            n : instances. Temps des parties qui ne finissent pas par une erreur : médiane et 95e centile avec des intervalles non paramétriques. Écart : moyenne de actions moins celle de la référence sur les instances que les deux gagnent (n commun), avec le bootstrap des centiles sur les instances (2000 rééchantillons) ; p : test des rangs signés de Wilcoxon, ajusté selon Holm pour un jeu.

            **Risque annoncé des coups non prouvés et ce qui advint**

            | stratégie | n | annoncé (%) | mortels (%) [95 %] | Brier | fiabilité | résolution | incertitude |
            |:--|--:|--:|--:|--:|--:|--:|--:|
            | `sat, no totals` | 26 | 18,8 | 38,5 [22,4 ; 57,5] | 0,2314 | 0,14261 | 0,1479 | 0,2367 |
            | `components` | 28 | 18,8 | 14,3 [5,7 ; 31,5] | 0,1105 | 0,00845 | 0,0204 | 0,1224 |

            n : coups non prouvés dont le risque est calculé, dans des parties gagnées ou perdues. Mortels : avec l'intervalle de Wilson, qui tient les coups pour indépendants. Score de Brier = fiabilité − résolution + incertitude + ce que cachent dix classes de même effectif (Murphy 1973 ; Stephenson et al. 2008) ; moins vaut mieux, et une fiabilité de 0 est calibrée.

            **Croissance du temps avec la taille**

            | stratégie | jeux | n (parties) | exposant [95 %] |
            |:--|--:|--:|--:|
            | `sat, no totals` | 2 | 14 | 0,00 [−∞ ; ∞] |
            | `components` | 2 | 14 | 0,00 [−∞ ; ∞] |

            Le temps croît comme la taille à la puissance de l'exposant : moindres carrés du logarithme du temps moyen contre celui de la taille, un point par jeu, avec l'intervalle de Student. Des jeux de même taille qui diffèrent autrement sont des points distincts ; avec deux il n'y a pas d'intervalle.

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
            - Données : 10 fichiers du jeu small, SHA-256 00ff
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

        components wins most: 37.5 % [9.2, 78.1] of 4 maps.

        All sets together, paired by instance; 95 % intervals: Wilson for the share, bootstrap over instances for the difference; significance by Wilcoxon's signed-rank test, adjusted by Holm's rule for all strategies.

        ![Win rates by set and strategy](figures/win_rates.svg)

        ![Calibration: stated risk against outcome](figures/calibration.svg)

        **Win rates by set and strategy**

        | set | strategy | n | wins | won (%) [95 %] |
        |:--|:--|--:|--:|--:|
        | `small` | `components` | 4 | 3 | 37.5 [9.2, 78.1] |

        n: instances. Win rates with Wilson's score interval; in bold where significantly more than each other strategy of the set (McNemar's exact test, adjusted by Holm's rule for all pairs, 5 %).
        Instances played several times count as a fraction of a success, the mean of their games, in the same intervals, which are then rather too wide than too narrow; there is no test where games of one instance end differently.
        Counted as not won: games given up at a limit of work: 0; ended by an error, and left out of means: 1.
        Instances that could not be read, and are left out of everything: 1.

        **Rankings by size and difficulty**

        | set | size | difficulty | strategy | n | streak | expected | cells [95 %] | time (ms) [95 %] |
        |:--|--:|:--|:--|--:|--:|--:|--:|--:|
        | `small` | 64 | – | `components` | 8 | 2 | 1.3 | 15.0 [15.0, 15.0] | 250.00 [250.00, 250.00] |

        n: games. Difficulty: thirds of each set by 3BV, whose range is in brackets. Streak: the longest run of wins over the instances in their order, and how long it is expected to be at the same win rate. Means over games that did not end in an error, with Student's interval.

        **Time and cost by set and strategy**

        | set | strategy | n | median (ms) [95 %] | 95th pct. (ms) [95 %] | n both | difference (actions) [95 %] | p (Holm) |
        |:--|:--|--:|--:|--:|--:|--:|--:|
        | `small` | `components` | 4 | 250.00 [250.00, 250.00] | 250.00 [250.00, ∞] | – | – | – |

        n: instances. Times of games that did not end in an error: median and 95th percentile with distribution-free intervals. Difference: mean of actions less the baseline's over the instances that both won (n both), with the percentile bootstrap over instances (2000 resamples); p: Wilcoxon's signed-rank test on them, adjusted by Holm's rule for one set.

        **Stated risk of unproven moves against what came**

        | strategy | n | stated (%) | deadly (%) [95 %] | Brier | reliability | resolution | uncertainty |
        |:--|--:|--:|--:|--:|--:|--:|--:|
        | `components` | 14 | 18.8 | 28.6 [11.7, 54.6] | 0.1819 | 0.05947 | 0.0816 | 0.2041 |

        n: unproven moves whose risk was reckoned, in games that were won or lost. Deadly: with Wilson's interval, which takes moves for independent. Brier score = reliability − resolution + uncertainty + what ten bins of equal count hide (Murphy 1973; Stephenson et al. 2008); less is better, and a reliability of 0 is calibrated.

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
