// SPDX-License-Identifier: MIT
// Multiplies matrices of integers modulo a prime: generic operators, inlined into loops.
use std::ops::{Add, Index, IndexMut, Mul};

#[derive(Clone, Copy, Default, PartialEq)]
struct Modular<const P: u64>(u64);

impl<const P: u64> Add for Modular<P> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Modular((self.0 + other.0) % P)
    }
}

impl<const P: u64> Mul for Modular<P> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Modular(self.0 * other.0 % P)
    }
}

#[derive(Clone)]
struct Matrix<T> {
    size: usize,
    cells: Vec<T>,
}

impl<T> Index<(usize, usize)> for Matrix<T> {
    type Output = T;

    fn index(&self, (row, column): (usize, usize)) -> &T {
        &self.cells[row * self.size + column]
    }
}

impl<T> IndexMut<(usize, usize)> for Matrix<T> {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut T {
        &mut self.cells[row * self.size + column]
    }
}

impl<T: Copy + Default> Matrix<T> {
    fn filled(size: usize, value: impl Fn(usize, usize) -> T) -> Self {
        let mut made = Matrix {
            size,
            cells: vec![T::default(); size * size],
        };
        for row in 0..size {
            for column in 0..size {
                made[(row, column)] = value(row, column);
            }
        }
        made
    }
}

impl<T: Copy + Default + Add<Output = T> + Mul<Output = T>> Mul for &Matrix<T> {
    type Output = Matrix<T>;

    fn mul(self, other: Self) -> Matrix<T> {
        Matrix::filled(self.size, |row, column| {
            (0..self.size)
                .map(|at| self[(row, at)] * other[(at, column)])
                .fold(T::default(), T::add)
        })
    }
}

fn power<T: Clone>(base: &T, exponent: u32, times: &impl Fn(&T, &T) -> T) -> T {
    match exponent {
        1 => base.clone(),
        _ if exponent % 2 == 0 => power(&times(base, base), exponent / 2, times),
        _ => times(base, &power(base, exponent - 1, times)),
    }
}

fn main() {
    let start = Matrix::filled(24, |row, column| {
        Modular::<1_000_003>((row * 7 + column * 3) as u64 % 10)
    });
    let end = power(&start, 13, &|left, right| left * right);
    let trace = (0..end.size)
        .map(|at| end[(at, at)])
        .fold(Modular(0), Add::add);
    println!("{}", trace.0);
}
