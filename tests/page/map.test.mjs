// SPDX-License-Identifier: MIT
//
// The treemap in a browser: areas, the keyboard, what tiles open, parts that are selected in it.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import {
  asked,
  axe_in_both,
  end_all,
  launch,
  no_faults,
  opened_in,
  real_server,
  recorded,
  require_build,
  settled,
} from './setup.mjs';

require_build();
let browser;
let one;
let parts;
before(async () => {
  browser = await launch();
  one = await real_server([recorded('callgrind.out.wordcount.gz')]);
  parts = await real_server([
    recorded('callgrind.out.1-01.gz'),
    recorded('callgrind.out.1-02.gz'),
    recorded('callgrind.out.1-03.gz'),
  ]);
});
after(async () => {
  await one?.stop();
  await parts?.stop();
  await end_all();
});

const opened = (server, path, work) => opened_in(browser, server, path, work);

it('draws tiles as large as their cost, and all of the total', async () => {
  for (const of of ['', 'by=callers', 'by=source', 'by=object']) {
    const map = await asked(one, `/api/map?w=1200&h=720&${of}`);
    const whole = map.width * map.height;
    const roots = map.tiles.filter(({ parent }) => parent === null);
    const drawn = roots.reduce((sum, { area }) => sum + Number(area), 0) + Number(map.rest);
    assert.equal(drawn, Number(map.area), of);
    for (const tile of map.tiles) {
      const wanted = (Number(tile.area) / Number(map.area)) * whole;
      const border = 2 * (tile.width + tile.height) + 4;
      assert.ok(Math.abs(tile.width * tile.height - wanted) <= border, `${of} ${tile.name}`);
    }
  }
  await opened(one, '/map', async (page) => {
    await page.waitForSelector('.tile');
    const { w, h } = await page.$eval('.map-scroll svg', (svg) => ({
      w: svg.viewBox.baseVal.width,
      h: svg.viewBox.baseVal.height,
    }));
    const map = await asked(one, `/api/map?w=${w}&h=${h}`);
    assert.equal(await page.$$eval('.tile', (tiles) => tiles.length), map.tiles.length);
    await no_faults(page);
  });
});

it('draws no more tiles than the eye can tell apart, and says how many are left out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const file = join(folder, 'many.folded');
  const functions = Array.from({ length: 4000 }, (_, at) => `main;f${at} 1\n`);
  await writeFile(file, functions.join(''));
  const many = await real_server([file]);
  await opened(many, '/map', async (page) => {
    await page.waitForSelector('.tile');
    const area = await page.$eval('.map-scroll svg', (svg) => {
      const { width, height } = svg.viewBox.baseVal;
      return width * height;
    });
    const drawn = await page.$$eval('.tile.is-function', (tiles) => tiles.length);
    assert.ok(drawn > 500 && drawn <= area / 400 + 1, `${drawn} tiles of ${area} pixels`);
    await page.goto(many.link('/map?as=table'));
    await settled(page);
    const last = await page.textContent('.map-table tbody tr:last-child');
    assert.ok(last.includes(`(${4001 - drawn} not shown)`), last);
  });
  await many.stop();
  await rm(folder, { recursive: true });
});

it('goes into tiles and out of them by keys, opens one and draws one alone', async () => {
  await opened(one, '/map', async (page) => {
    await page.waitForSelector('.tile');
    await page.focus('.map-scroll');
    const mark = () =>
      page.$eval('.tile-mark', (tile) => tile.getAttribute('width') * tile.getAttribute('height'));
    await page.keyboard.press('ArrowDown');
    const outer = await mark();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const inner = await mark();
    assert.ok(inner <= outer);
    await page.keyboard.press('ArrowUp');
    assert.ok((await mark()) >= inner);
    await page.keyboard.press('z');
    await page.waitForFunction(() => window.location.search.includes('fn='));
    await settled(page);
    await page.click('text=Whole program');
    await settled(page);
    await page.focus('.map-scroll');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.location.pathname.startsWith('/fn/'));
  });
});

it('selects threads for all views', async () => {
  await opened(parts, '/map?of=parts', async (page) => {
    await page.waitForSelector('.tile.is-thread');
    const tiles = await page.$$('.tile.is-thread');
    assert.equal(tiles.length, 3);
    assert.ok((await page.$$('.tile.is-function')).length >= 3, 'functions are tiles in each part');
    await page.focus('.map-scroll');
    while ((await page.$('.tile-mark')) === null) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.location.search.includes('threads='));
    await page.waitForSelector('button:has-text("Selected parts")');
  });
});

it('marks tiles that are searched for, and has them as a table', async () => {
  await opened(one, '/map?find=insert', async (page) => {
    await page.waitForSelector('.tile.fits-not');
    await page.waitForFunction(() => /\d+ tiles found/.test(document.body.textContent));
    await page.click('text=Show table');
    await page.waitForSelector('.map-table tbody tr');
    await no_faults(page);
  });
});

it('has its tab in sight where the page is narrow', async () => {
  const narrow = { width: 390 };
  const in_sight = async (page, title) => {
    const bar = await page.locator('.tabs').boundingBox();
    const tab = await page.locator('.tabs [aria-current]').boundingBox();
    assert.ok(tab.x >= bar.x && tab.x + tab.width <= bar.x + bar.width, `${title} at ${tab.x}`);
    assert.deepEqual(await page.evaluate(() => [window.scrollX, window.scrollY]), [0, 0]);
  };
  await opened_in(browser, one, '/map', (page) => in_sight(page, 'Map'), narrow);
  await opened_in(
    browser,
    one,
    '/',
    async (page) => {
      await in_sight(page, 'Home');
      await page.keyboard.press('2');
      await page.waitForSelector('h1:text-is("Functions")');
      await in_sight(page, 'Functions');
      await page.click('.tabs a:text-is("Help")');
      await page.waitForSelector('h1:text-is("Help")');
      await in_sight(page, 'Help');
    },
    narrow,
  );
});

it('has no finding of axe-core, light and dark, wide and narrow', async () => {
  for (const path of ['/map', '/map?of=source&as=table']) {
    for (const width of [390, 1440]) {
      const check = async (page) => {
        await page.waitForSelector('.tile, .map-table');
        assert.deepEqual(await axe_in_both(page), [], `${path} ${width}`);
      };
      await opened_in(browser, one, path, check, { width });
    }
  }
});
