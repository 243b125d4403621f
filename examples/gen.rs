//! temporary
use clover::antivirus::{generator::{Generator, T}, recipe::Recipe};
use clover::seed::Seed;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let n = |i: usize| a[i].parse::<usize>().unwrap();
    let recipe = Recipe { radius: n(0), pieces: n(1), whites: n(2), difficulty: a[3].parse().unwrap(), count: n(4) as u64, most_positions: a.get(5).map_or(500_000, |s| s.parse().unwrap()) };
    let seed: u64 = a.get(6).map_or(9, |s| s.parse().unwrap());
    let g = Generator::new(&recipe, Seed::new(seed)).unwrap();
    let s = std::time::Instant::now();
    let (mut d, mut p, mut draws) = (vec![], vec![], 0);
    for i in 0..recipe.count {
        match g.draw(i) { Ok(x) => { d.push(x.difficulty); p.push(x.positions); draws += x.draws; } Err(e) => { println!("{i}: {e}"); break; } }
        if s.elapsed().as_secs() > 60 { break; }
    }
    let e = s.elapsed().as_secs_f64();
    d.sort(); p.sort();
    let q = |v: &Vec<usize>, f: f64| v.get(((v.len() as f64 - 1.0) * f) as usize).copied().unwrap_or(0);
    let d: Vec<usize> = d.into_iter().map(|x| x as usize).collect();
    println!("{} | {} boards in {e:.1}s = {:.2}/s, {draws} draws; diff {} {} {} {} {}; pos {} {} {} {} {} | place/explore/matters {:?} explored,large,tested,limit {:?}", recipe, d.len(), d.len() as f64 / e,
        q(&d,0.0),q(&d,0.25),q(&d,0.5),q(&d,0.75),q(&d,1.0), q(&p,0.0),q(&p,0.25),q(&p,0.5),q(&p,0.75),q(&p,1.0),
        (0..3).map(|i| T[i].load(std::sync::atomic::Ordering::Relaxed) as f64 / 1e6).collect::<Vec<_>>(), (4..8).map(|i| T[i].load(std::sync::atomic::Ordering::Relaxed)).collect::<Vec<_>>());
}
