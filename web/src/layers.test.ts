// SPDX-License-Identifier: MIT
//
// The folders only look down: the table of README.md, checked; neither files nor folders import each
// other in a circle.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const kMayImport: Record<string, readonly string[]> = {
  base: [],
  api: ['base'],
  paint: ['base', 'api'],
  state: ['base', 'api'],
  ui: ['base', 'api', 'paint', 'state'],
  frame: ['base', 'api', 'paint', 'state', 'ui'],
  views: ['base', 'api', 'paint', 'state', 'ui'],
  compare: ['base', 'api', 'paint', 'state', 'ui', 'views'],
};
const kMostFiles = 40;
const kRoot = new URL('.', import.meta.url).pathname;

/// Sources in this folder and below it, from the root on.
function sources_in(folder: string): string[] {
  return readdirSync(join(kRoot, folder), { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name);
    return each.isDirectory() ? sources_in(path) : /\.tsx?$/.test(path) ? [path] : [];
  });
}

const kTexts = new Map(sources_in('.').map((path) => [path, readFileSync(join(kRoot, path), 'utf8')]));

/// Which files each imports, without their endings.
const kImports = new Map(
  [...kTexts].map(([path, text]) => [
    path.replace(/\.tsx?$/, ''),
    [...text.matchAll(/from '(\.[^']*)'/g)].map(([, other]) =>
      normalize(join(dirname(path), other ?? '')),
    ),
  ]),
);

/// A circle of `graph`, or none.
function circle_in(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) {
      return [...path.slice(path.indexOf(node)), node];
    }
    if (done.has(node)) {
      return [];
    }
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...path, node]);
      if (circle.length > 0) {
        return circle;
      }
    }
    done.add(node);
    return [];
  };
  return [...graph.keys()].map((node) => visit(node, [])).find((each) => each.length > 0) ?? [];
}

it.each(Object.entries(kMayImport))('%s imports only what is below it', (folder, allowed) => {
  const own = [...kImports].filter(([path]) => path.startsWith(`${folder}/`));
  expect(own.length).toBeGreaterThan(0);
  for (const [path, imports] of own) {
    for (const other of imports) {
      expect([folder, ...allowed], `${path} imports ${other}`).toContain(other.split('/')[0]);
    }
  }
});

it('has no circles of files', () => {
  expect(circle_in(kImports)).toEqual([]);
});

it('has no circles of folders', () => {
  const folders = new Map<string, Set<string>>();
  for (const [path, imports] of kImports) {
    const here = folders.get(dirname(path)) ?? new Set<string>();
    imports.map(dirname).forEach((each) => each !== dirname(path) && here.add(each));
    folders.set(dirname(path), here);
  }
  expect(circle_in(folders)).toEqual([]);
});

it('has no crowded folders', () => {
  const counts = new Map<string, number>();
  for (const path of kTexts.keys()) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > kMostFiles)).toEqual([]);
});

it('finds circles', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['d', ['b']],
  ]);
  expect(circle_in(graph)).toEqual(['b', 'd', 'b']);
});

it('sets no HTML and writes no style attribute anywhere', () => {
  for (const [path, text] of kTexts) {
    if (path !== 'layers.test.ts') {
      expect(text, path).not.toMatch(/innerHTML|dangerouslySet|insertAdjacent|eval\(/);
      expect(text, path).not.toMatch(/style="/);
    }
  }
});
