// SPDX-License-Identifier: MIT
//
// Lists beside what they choose for: functions next to a sandwich, groups next to their functions,
// and the members of a cycle.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { asked, axe, checked_in, end_all, launch, real_server, recorded, settled } from './setup.mjs';

let browser;
let one;
before(async () => {
  browser = await launch();
  one = await real_server([recorded('callgrind.out.cache.gz')]);
});
after(end_all);

const opened = (path, work, options) => checked_in(browser, one, path, work, options);
const here = (page) => page.evaluate(() => window.location.pathname + window.location.search);
const key_of = (page, name) =>
  page.evaluate((key) => new URLSearchParams(window.location.search).get(key), name);
const marked = (page, list) =>
  page.$$eval(`${list} .grid-row.selected`, (all) =>
    all.map((row) => {
      const [box, grid] = [row, row.closest('.grid')].map((each) => each.getBoundingClientRect());
      return {
        row: Number(row.getAttribute('aria-rowindex')) - 2,
        is_in_sight: box.top >= grid.top && box.bottom <= grid.bottom,
      };
    }),
  );
const kNarrow = { width: 390, height: 800 };

describe('the functions next to a sandwich', () => {
  const kList = '.side-pane';
  const center = (page) => page.textContent('.sandwich .note');
  const short = (name) => name.slice(0, 12);

  it('let one choose where none is chosen yet, by keys alone', async () => {
    const { rows } = await asked(one, '/api/functions?limit=3');
    await opened('/flame?mode=sandwich', async (page) => {
      assert.match(await page.textContent('.empty'), /Choose a function in the list/);
      assert.deepEqual(await axe(page), []);
      await page.focus(`${kList} .grid`);
      await page.keyboard.press('ArrowDown');
      await settled(page);
      assert.equal(await key_of(page, 'sel'), rows[1].id);
      await page.waitForSelector('.sandwich canvas');
      assert.ok((await center(page)).includes(short(rows[1].name)));
      await page.keyboard.press('ArrowDown');
      await settled(page);
      assert.ok((await center(page)).includes(short(rows[2].name)));
      assert.deepEqual(await marked(page, kList), [{ row: 2, is_in_sight: true }]);
      assert.deepEqual(await axe(page), []);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/fn/${rows[2].id}*`);
    });
  });

  it('mark and show the chosen one, however far down it is', async () => {
    const { rows } = await asked(one, '/api/functions?offset=300&limit=1');
    const by_name = await asked(one, `/api/functions?sort=name&limit=500&row_of=${rows[0].id}`);
    const rank = by_name.offset + by_name.rows.findIndex(({ id }) => id === rows[0].id);
    await opened(`/flame?mode=sandwich&sel=${rows[0].id}`, async (page) => {
      assert.deepEqual(await marked(page, kList), [{ row: 300, is_in_sight: true }]);
      await page.click(`${kList} [role=columnheader] button:has-text("Function")`);
      await settled(page);
      assert.equal(await key_of(page, 'sort'), 'name');
      assert.deepEqual(await marked(page, kList), [{ row: rank, is_in_sight: true }]);
      await page.click(`${kList} [role=columnheader] button:has-text("Inclusive")`);
      await settled(page);
      assert.equal(await key_of(page, 'sort'), 'incl');
      assert.equal((await marked(page, kList)).length, 1);
    });
  });

  it('follow the search, and a query, as the list of all functions does', async () => {
    const { rows, matched } = await asked(one, '/api/functions?q=name%20~%20%2Fmalloc%2F&limit=9');
    await opened('/flame?mode=sandwich&find=malloc', async (page) => {
      assert.equal(await page.getAttribute(`${kList} .grid`, 'aria-rowcount'), String(matched + 1));
      await page.click(`${kList} .grid-body .grid-row .name`);
      await settled(page);
      assert.equal(await key_of(page, 'sel'), rows[0].id);
      assert.equal(await page.$('.crumbs .is-idle'), null);
      await page.goto(one.link('/flame?mode=sandwich&q=self%20%3E%205%25'));
      await settled(page);
      assert.equal(await page.getAttribute(`${kList} .grid`, 'aria-rowcount'), '4');
      assert.equal(await page.$('.crumbs .is-idle'), null);
    });
  });

  it('are folded behind a button where the page is narrow, open if none is chosen', async () => {
    const { rows } = await asked(one, '/api/functions?limit=2');
    const open = `/flame?mode=sandwich&sel=${rows[0].id}`;
    for (const dark of [false, true]) {
      await opened(open, async (page) => {
        const button = `${kList} > button`;
        assert.equal(await page.getAttribute(button, 'aria-expanded'), 'false');
        assert.equal(await page.$(`${kList} .grid`), null);
        await page.focus(button);
        await page.keyboard.press('Enter');
        await settled(page);
        assert.equal(await page.getAttribute(button, 'aria-expanded'), 'true');
        await page.click(`${kList} .grid-row[aria-rowindex="3"] .name`);
        await settled(page);
        assert.equal(await key_of(page, 'sel'), rows[1].id);
        assert.ok((await center(page)).includes(short(rows[1].name)));
        assert.deepEqual(await axe(page), []);
        await page.goto(one.link('/flame?mode=sandwich'));
        await settled(page);
        assert.notEqual(await page.$(`${kList} .grid`), null);
      }, { ...kNarrow, dark });
    }
  });
});
