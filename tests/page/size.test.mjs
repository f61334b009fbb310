// SPDX-License-Identifier: MIT
//
// What a browser has to fetch before it shows anything stays small.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { kTop } from './setup.mjs';

const kMost = 150_000;
const dist = join(process.env.PAGE_WORK ?? join(kTop, 'web'), 'dist');

describe('the page', () => {
  it(`is at most ${kMost} bytes, compressed`, () => {
    const files = [join(dist, 'index.html')].concat(
      readdirSync(join(dist, 'assets')).map((name) => join(dist, 'assets', name)),
    );
    const size = files.reduce((all, file) => all + gzipSync(readFileSync(file)).length, 0);
    assert.ok(size <= kMost, `${size} bytes`);
    assert.ok(size > 10_000, `${size} bytes: is that the page?`);
  });
});
