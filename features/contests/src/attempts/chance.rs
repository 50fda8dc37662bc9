//! Chance: how likely what was counted is by chance alone. Pure rules of the fairness report, which docs/decisions/044 explains.

use std::f64::consts::PI;

/// A warning is given below this. A report makes four tests at most, so that fewer than one in a hundred of fair contests gets one.
pub const LEVEL: f64 = 0.01 / 4.0;

/// How likely a sum of so many squares of standard normal numbers is at least `sum`.
pub fn chi_square_above(sum: f64, squares: usize) -> f64 {
    let (half, x) = (squares as f64 / 2.0, sum / 2.0);
    if squares == 0 || x <= 0.0 {
        return 1.0;
    }
    // Nothing is left of it there, and the series would grow beyond all numbers.
    if x > 600.0 {
        return 0.0;
    }
    // The logarithm of the gamma function at half + 1: a product that begins at 1 or at a half.
    let (mut log_gamma, mut at) = if squares.is_multiple_of(2) { (0.0, 1.0) } else { (PI.sqrt().ln(), 0.5) };
    while at < half + 0.75 {
        log_gamma += f64::ln(at);
        at += 1.0;
    }
    let (mut term, mut series, mut next) = (1.0, 1.0, half + 1.0);
    while term > series * 1e-16 {
        term *= x / next;
        series += term;
        next += 1.0;
    }
    (1.0 - (half * x.ln() - x - log_gamma).exp() * series).clamp(0.0, 1.0)
}

/// How far `away` lies from nothing by the measure of its covariances: the sum of the squares of as many independent standard numbers as
/// there are in it, and how many these are.
pub fn distance(covariances: &[Vec<f64>], away: &[f64]) -> (f64, usize) {
    let (mut left, mut away) = (covariances.to_vec(), away.to_vec());
    let mut open: Vec<usize> = (0..away.len()).collect();
    let largest = open.iter().map(|at| left[*at][*at]).fold(0.0, f64::max);
    let (mut sum, mut squares) = (0.0, 0);
    while let Some(pivot) = open.iter().copied().max_by(|one, other| left[*one][*one].total_cmp(&left[*other][*other]))
    {
        let spread = left[pivot][pivot];
        // What remains follows from the others.
        if spread <= largest * 1e-9 {
            break;
        }
        open.retain(|at| *at != pivot);
        sum += away[pivot] * away[pivot] / spread;
        squares += 1;
        for row in &open {
            let share = left[*row][pivot] / spread;
            away[*row] -= share * away[pivot];
            for column in &open {
                let taken = share * left[pivot][*column];
                left[*row][*column] -= taken;
            }
        }
    }
    (sum, squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of R's `pchisq(…, lower.tail = FALSE)`.
    #[test]
    fn the_tail_is_that_of_well_known_tables() {
        for (sum, squares, above) in [
            (3.841_458_820_694, 1, 0.05),
            (5.991_464_547_108, 2, 0.05),
            (11.982_929_094_216, 2, 0.0025),
            (7.814_727_903_251, 3, 0.05),
            (16.266_236_196_238, 3, 0.001),
            (30.143_527_205_646, 19, 0.05),
            (232.911_816_441_9, 199, 0.05),
        ] {
            let found = chi_square_above(sum, squares);
            assert!((found - above).abs() < 1e-6, "{sum} of {squares}: {found}");
        }
        assert!((chi_square_above(0.0, 3) - 1.0).abs() < f64::EPSILON);
        assert!(chi_square_above(5000.0, 199) < 1e-12 && chi_square_above(1190.0, 3) < 1e-12);
    }

    /// Four places of equal chance: the sum is Pearson's.
    #[test]
    fn the_distance_is_pearsons_where_all_is_equal() {
        let (answers, places) = (400.0, 4);
        let covariance = |one: usize, other: usize| answers / 4.0 * (f64::from(u8::from(one == other)) - 0.25);
        let all: Vec<Vec<f64>> =
            (0..places).map(|one| (0..places).map(|other| covariance(one, other)).collect()).collect();
        let away = [20.0, -10.0, -15.0, 5.0];
        let pearson: f64 = away.iter().map(|away| away * away / (answers / 4.0)).sum();
        let (sum, squares) = distance(&all, &away);
        assert!((sum - pearson).abs() < 1e-9 && squares == 3, "{sum} of {squares}");
        assert_eq!(distance(&[], &[]), (0.0, 0));
        assert_eq!(distance(&[vec![0.0]], &[0.0]), (0.0, 0));
    }
}
