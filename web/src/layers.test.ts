// SPDX-License-Identifier: MIT
//
// The folders only look down: the table of README.md, checked.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const kMayImport: Record<string, readonly string[]> = {
  base: [],
  api: ['base'],
  paint: ['base', 'api'],
  state: ['base', 'api'],
  ui: ['base', 'api', 'paint', 'state'],
  views: ['base', 'api', 'paint', 'state', 'ui'],
};
const kSources = new URL('.', import.meta.url).pathname;

it.each(Object.entries(kMayImport))('%s imports only what is below it', (folder, allowed) => {
  const files = readdirSync(join(kSources, folder)).filter((each) => /\.tsx?$/.test(each));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const text = readFileSync(join(kSources, folder, file), 'utf8');
    for (const [, other] of text.matchAll(/from '\.\.\/(\w+)/g)) {
      expect(allowed, `${folder}/${file}`).toContain(other);
    }
  }
});

it('sets no HTML and writes no style attribute anywhere', () => {
  for (const folder of Object.keys(kMayImport)) {
    for (const file of readdirSync(join(kSources, folder))) {
      const text = readFileSync(join(kSources, folder, file), 'utf8');
      expect(text, `${folder}/${file}`).not.toMatch(
        /innerHTML|dangerouslySet|insertAdjacent|eval\(/,
      );
      expect(text, `${folder}/${file}`).not.toMatch(/style="/);
    }
  }
});
