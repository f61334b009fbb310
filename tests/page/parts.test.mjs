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
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const served = async (name, text) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return real_server([file]);
  };
  const grid = [[100, 40], [300, 0], [200, 20], [60, 80]];
  threads = await served('callgrind.out.threads', profile(grid));
  const dumps = Array.from({ length: 900 }, (_, at) => [2 * (at + 1)]);
  many = await served('callgrind.out.many', profile(dumps));
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
