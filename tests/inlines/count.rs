// SPDX-License-Identifier: MIT
// Counts words through chains of iterators and closures, which are inlined many levels deep.
use std::cmp::Reverse;
use std::collections::HashMap;

struct Numbers {
    state: u32,
}

impl Iterator for Numbers {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.state = self
            .state
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        Some(self.state >> 16)
    }
}

fn text(words: usize) -> String {
    let mut made = String::new();
    for number in (Numbers { state: 7 }).take(words) {
        made.extend((0..2 + number % 3).map(|at| char::from(b'a' + ((number >> at) % 5) as u8)));
        made.push(if number % 11 == 0 { '\n' } else { ' ' });
    }
    made
}

fn counted<'a, W: Iterator<Item = &'a str>>(words: W) -> Vec<(&'a str, usize)> {
    let mut counts = HashMap::new();
    words.for_each(|word| *counts.entry(word).or_insert(0) += 1);
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|&(word, count)| (Reverse(count), word));
    rows
}

fn most<T, K: Ord>(all: &[T], key: impl Fn(&T) -> K) -> Option<&T> {
    all.iter().fold(None, |best, each| match best {
        Some(one) if key(one) >= key(each) => best,
        _ => Some(each),
    })
}

fn checksum(line: &str) -> u64 {
    line.bytes()
        .filter(u8::is_ascii_lowercase)
        .zip(1u64..)
        .map(|(byte, at)| u64::from(byte) * at)
        .sum()
}

fn main() {
    let text = text(3000);
    let rows = counted(text.split_whitespace().filter(|word| word.len() > 1));
    let longest = most(&rows, |row| (row.0.len(), row.1)).map_or("", |row| row.0);
    let sum = text
        .lines()
        .map(checksum)
        .fold(0, |all: u64, each| all.rotate_left(1) ^ each);
    println!("{} {} {} {}", rows.len(), rows[0].1, longest, sum);
}
