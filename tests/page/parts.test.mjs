// SPDX-License-Identifier: MIT
//
// Bars of parts in a browser: their order and costs, what a click and keys select for all views, many
// parts in few bars.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  asked,
  axe,
  checked_in,
  end_all,
  launch,
  open_page,
  real_server,
  recorded,
  require_build,
  settled,
} from './setup.mjs';

require_build();

/// Parts of one file, of which the first says the process.
function process_of(pid, numbers, cost) {
  const rows = ['# callgrind format', 'version: 1', 'creator: test', `pid: ${pid}`];
  for (const number of numbers) {
    rows.push(`part: ${number}`, 'positions: line', 'events: Ir', '', 'fl=a.c');
    rows.push(`fn=of_${pid}`, `1 ${cost}`, '');
  }
  return rows.join('\n');
}

/// `costs`: of each dump, for each of its threads.
function profile(costs) {
  const rows = ['# callgrind format', 'version: 1', 'creator: test', 'positions: line'];
  costs.forEach((threads, dump) =>
    threads.forEach((cost, thread) => {
      rows.push(`part: ${dump + 1}`, `thread: ${thread + 1}`);
      rows.push(`desc: Trigger: dump ${dump + 1}`, 'events: Ir', '', 'fl=a.c');
      rows.push('fn=half', `1 ${cost / 2}`, 'fn=rest', `2 ${cost / 2}`, '');
    }),
  );
  return rows.join('\n');
}

let browser;
let folder;
let threads;
let many;
let one;
let processes;
let uneven;
let compared;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const written = async (name, text) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const served = async (name, text) => real_server([await written(name, text)]);
  const grid = [[100, 40], [300, 0], [200, 20], [60, 80]];
  threads = await served('callgrind.out.threads', profile(grid));
  const dumps = Array.from({ length: 900 }, (_, at) => [2 * (at + 1)]);
  many = await served('callgrind.out.many', profile(dumps));
  processes = await real_server([
    await written('callgrind.out.7', process_of(7, [1, 2, 3], 100)),
    await written('callgrind.out.8', process_of(8, [1, 2, 3], 300)),
  ]);
  uneven = await served('callgrind.out.uneven', profile([[2], [4], [6, 8], [0, 6]]));
  const pieces = (count) => profile(Array.from({ length: count }, () => [10]));
  compared = await real_server(
    [await written('callgrind.out.new', pieces(3))],
    [await written('callgrind.out.base', pieces(2))],
  );
  one = await real_server([recorded('callgrind.out.wordcount.gz')]);
});
after(async () => {
  await end_all();
  await rm(folder, { recursive: true });
});

const opened = (server, path, work, options) => checked_in(browser, server, path, work, options);
const query = (page) => decodeURIComponent(new URL(page.url()).search);
const label = (page, name) => page.$(`.part-bar[aria-label*="${name},"]`);
const selected = (page) =>
  page.$$eval('.part-bar[aria-selected="true"]', (bars) =>
    bars.map((bar) => bar.getAttribute('aria-label').split(',', 2).join()),
  );

it('has a bar for each part, as high as its cost, in lanes of threads', async () => {
  await opened(threads, '/', async (page) => {
    await page.waitForSelector('.part-bar');
    const lanes = await page.$$eval('.part-lane', (all) =>
      all.map((lane) => [
        lane.getAttribute('aria-label'),
        [...lane.querySelectorAll('.part-cost')].map((each) => each.style.getPropertyValue('--part')),
      ]),
    );
    assert.deepEqual(lanes, [
      ['thread 1', ['0.3333', '1.0000', '0.6667', '0.2000']],
      ['thread 2', ['0.1333', '0.0000', '0.0667', '0.2667']],
    ]);
    const bar = await label(page, 'part 3, thread 1');
    assert.match(await bar.getAttribute('aria-label'), /, 200 Ir, 25\.00 %$/);
    await bar.hover();
    await page.waitForSelector('.part-facts:has-text("2 functions with self cost")');
    const facts = await page.textContent('.part-facts');
    assert.match(facts, /200 Ir · 25\.00 %/);
    assert.match(facts, /Trigger: dump 3/);
  });
});

it('has the costs of the commands', async () => {
  const map = await asked(threads, '/api/map?by=parts&small=1');
  const [{ parts }] = (await asked(threads, '/api/meta')).profiles;
  const costs = new Map(map.tiles.map((tile) => [tile.part, tile.cost[0]]));
  for (const part of parts) {
    assert.equal(costs.get(part.id) ?? 0, part.totals[0], part.label);
  }
});

it('selects a part, a range and single ones for all views by clicks', async () => {
  await opened(threads, '/', async (page) => {
    await page.waitForSelector('.part-bar');
    await (await label(page, 'part 2, thread 1')).click();
    assert.equal(query(page), '?parts=2&threads=1');
    await (await label(page, 'part 3, thread 1')).click({ modifiers: ['Shift'] });
    assert.equal(query(page), '?parts=2-3&threads=1');
    await (await label(page, 'part 1, thread 1')).click({ modifiers: ['Control'] });
    await (await label(page, 'part 2, thread 1')).click({ modifiers: ['Control'] });
    assert.equal(query(page), '?parts=1,3&threads=1');
    assert.deepEqual(await selected(page), ['part 1, thread 1', 'part 3, thread 1']);
    assert.match(await page.textContent('.part-band'), /2 of 8 parts selected: 37\.50 % of Ir\./);
    await settled(page);
    assert.match(await page.textContent('[aria-labelledby=start-self] tbody'), /150/);
    await page.click('button:has-text("All parts")');
    assert.equal(query(page), '');
    assert.deepEqual(await selected(page), []);
  });
});

it('moves and selects by keys', async () => {
  await opened(threads, '/functions', async (page) => {
    await page.click('button:has-text("8 parts")');
    await page.waitForSelector('dialog .part-bar');
    await page.focus('.part-lanes');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key);
    }
    assert.equal(query(page), '?parts=3&threads=2');
    await page.keyboard.press('Shift+ArrowUp');
    assert.equal(query(page), '?parts=3');
    assert.equal(await page.inputValue('dialog input'), '3');
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+ ');
    assert.equal(query(page), '?parts=1,3');
    await page.keyboard.press('Space');
    assert.equal(query(page), '?parts=1&threads=1');
    await page.keyboard.press('Enter');
    assert.equal(query(page), '');
  });
});

it('shows what the selected function costs in each part', async () => {
  const { rows } = await asked(threads, '/api/functions');
  await opened(threads, `/?sel=${rows.find(({ name }) => name === 'half').id}`, async (page) => {
    await page.waitForSelector('.part-own');
    const bar = await label(page, 'part 2, thread 1');
    const height = await bar.$eval('.part-own', (each) => each.style.getPropertyValue('--part'));
    assert.equal(height, '0.5000');
    await bar.hover();
    await page.waitForSelector('.part-facts:has-text("half itself: 150 Ir · 18.75 %")');
  });
});

it('puts neighbors together where there is no room, and opens them', async () => {
  await opened(many, '/', async (page) => {
    await page.waitForSelector('.part-bar');
    const widths = await page.$$eval('.part-bar', (bars) =>
      bars.map((bar) => bar.getBoundingClientRect().width),
    );
    assert.ok(widths.length < 320 && Math.min(...widths) >= 3, String(widths));
    const first = await page.$('.part-bar');
    const together = Number(/^(\d+) parts: part 1, thread 1 to /.exec(await first.getAttribute('aria-label'))[1]);
    assert.equal(together, Math.ceil(900 / widths.length));
    await first.click();
    await page.waitForFunction((n) => document.querySelectorAll('.part-bar').length === n, together);
    assert.equal(query(page), '');
    await page.click('.part-bar >> nth=1');
    assert.equal(query(page), '?parts=2');
    await page.click('button:has-text("Back to all bars")');
    await page.focus('.part-lanes');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    assert.equal(query(page), `?parts=1-${together}`);
  });
});

it('tells how many parts of a bar are selected', async () => {
  await opened(many, '/?parts=1', async (page) => {
    await page.waitForSelector('.part-bar');
    const first = await page.$('.part-bar.partly-selected');
    assert.match(await first.getAttribute('aria-label'), /, 1 of \d+ selected$/);
    assert.equal(await first.getAttribute('aria-selected'), 'false');
    assert.equal(await page.$('.part-bar.selected'), null);
  });
});

it('has a lane for each process, and selects what numbers select', async () => {
  await opened(processes, '/', async (page) => {
    await page.waitForSelector('.part-bar');
    const lanes = await page.$$eval('.part-lane', (all) =>
      all.map((lane) => [lane.getAttribute('aria-label'), lane.querySelectorAll('.part-bar').length]),
    );
    assert.deepEqual(lanes, [['process 7', 3], ['process 8', 3]]);
    const bar = await label(page, 'part 2, pid 7');
    const answer = page.waitForResponse(/functions\?/, { timeout: 1000 }).catch(() => null);
    await bar.hover();
    assert.equal(await answer, null);
    assert.doesNotMatch(await page.textContent('.part-facts'), /with self cost/);
    await bar.click();
    assert.equal(query(page), '?parts=2');
    assert.deepEqual(await selected(page), ['part 2, pid 7', 'part 2, pid 8']);
    await bar.click();
    assert.equal(query(page), '');
  });
});

it('has the parts of one dump below each other', async () => {
  await opened(uneven, '/', async (page) => {
    await page.waitForSelector('.part-bar');
    const left = async (name) => (await (await label(page, name)).boundingBox()).x;
    assert.equal(await left('part 3, thread 2'), await left('part 3, thread 1'));
    assert.ok((await left('part 4, thread 2')) > (await left('part 3, thread 1')));
    await page.focus('.part-lanes');
    for (const key of ['End', 'ArrowDown', 'ArrowLeft', 'Enter']) {
      await page.keyboard.press(key);
    }
    assert.equal(query(page), '?parts=3&threads=2');
    assert.deepEqual(await axe(page), []);
  });
});

it('selects only parts that the base of a comparison has', async () => {
  await opened(compared, '/', async (page) => {
    await page.waitForSelector('.part-bar');
    const last = await label(page, 'part 3, thread 1');
    assert.match(await last.getAttribute('aria-label'), /, not in the base$/);
    await last.click({ force: true });
    assert.equal(query(page), '');
    assert.match(await page.textContent('.part-facts'), /Not in the base/);
    await (await label(page, 'part 2, thread 1')).click();
    await last.click({ modifiers: ['Shift'], force: true });
    assert.equal(query(page), '?parts=2');
    await settled(page);
    assert.deepEqual(await axe(page), []);
  });
});

it('steps to the part after those that are selected', async () => {
  await opened(threads, '/functions?parts=1-2', async (page) => {
    await page.waitForSelector('.view');
    await page.keyboard.press(']');
    assert.equal(query(page), '?parts=3');
  });
});

it('is not there for one part', async () => {
  await opened(one, '/', async (page) => {
    await page.waitForSelector('#start-self');
    assert.equal(await page.$('.part-band'), null);
  });
});

it('has no finding of axe-core, light and dark, wide and narrow', async () => {
  for (const width of [390, 1440]) {
    for (const dark of [false, true]) {
      const page = await open_page(browser, threads, '/?parts=2-3', { width, dark });
      await page.waitForSelector('.part-bar');
      assert.deepEqual(await axe(page), [], `${width} ${dark}`);
      await page.click('button:has-text("Selected parts")');
      await page.waitForSelector('dialog .part-bar');
      assert.deepEqual(await axe(page), [], `dialog ${width} ${dark}`);
      const room = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(room <= width, String(room));
      await page.context().close();
    }
  }
});
