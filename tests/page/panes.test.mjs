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

describe('the groups next to their functions', () => {
  const kGroups = '.side-pane';
  const kFunctions = '.pane .grid[aria-label="Functions"]';
  const row = (grid, at) => `${grid} .grid-row[aria-rowindex="${at + 2}"]`;
  const count = (page) => page.getAttribute(kFunctions, 'aria-rowcount').then(Number);
  const figure = (page, at, column) =>
    page.$eval(`${row(kGroups, at)} .cell:nth-child(${column})`, (cell) =>
      cell.textContent.replace(/,/g, ''),
    );

  it('are chosen as a way to show groups, and narrow the list, by keys alone', async () => {
    const groups = await asked(one, '/api/functions?group=object&sort=incl');
    const all = await asked(one, '/api/functions?limit=1');
    const inside = await Promise.all(
      groups.rows.map(({ id }) => asked(one, `/api/functions?by=object&in=${id}&limit=1`)),
    );
    await opened('/functions', async (page) => {
      await page.selectOption('.view-head select', 'object');
      await settled(page);
      assert.equal(await here(page), '/functions?group=object');
      await page.focus('.view-head .segmented a:has-text("Next to functions")');
      await page.keyboard.press('Enter');
      await settled(page);
      assert.equal(await here(page), '/functions?by=object');
      assert.equal(await page.textContent('h1'), 'Functions');
      assert.deepEqual(await marked(page, kGroups), [{ row: 0, is_in_sight: true }]);
      assert.equal(await figure(page, 0, 1), String(all.totals[0]));
      const cut = await page.$$eval('.cell.is-number:has(> .num)', (all) =>
        all.filter((cell) => {
          const [whole, shown] = [cell.firstChild, cell].map((each) => each.getBoundingClientRect());
          return whole.width + 10 > shown.width;
        }).length,
      );
      assert.equal(cut, 0, 'figures are whole');
      assert.equal(await count(page), all.matched + 1);
      assert.deepEqual(await axe(page), []);
      await page.focus(`${kGroups} .grid`);
      for (const [at, group] of groups.rows.entries()) {
        await page.keyboard.press('ArrowDown');
        await settled(page);
        assert.equal(await key_of(page, 'in'), group.id);
        assert.equal(await figure(page, at + 1, 1), String(group.self[0]));
        assert.equal(await figure(page, at + 1, 2).then((text) => text.replace('≥', '')),
          String(group.inclusive[0]));
        assert.equal(await count(page), inside[at].matched + 1);
      }
      await page.keyboard.press('Home');
      await settled(page);
      assert.equal(await here(page), '/functions?by=object');
      assert.equal(await count(page), all.matched + 1);
    });
  });

  it('stay where the functions are sorted, searched and selected; others take their place', async () => {
    const { rows } = await asked(one, '/api/functions?group=file&sort=incl&limit=60');
    const far = rows[50];
    await opened(`/functions?by=file&in=${far.id}`, async (page) => {
      assert.deepEqual(await marked(page, kGroups), [{ row: 51, is_in_sight: true }]);
      await page.click(`${kFunctions} [role=columnheader] button:has-text("Inclusive")`);
      await settled(page);
      await page.click(`${row(kFunctions, 0)} .cell`);
      await settled(page);
      assert.deepEqual(await marked(page, kGroups), [{ row: 51, is_in_sight: true }]);
      assert.equal(await key_of(page, 'in'), far.id);
      await page.focus(`${kGroups} .grid`);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/fn/${far.id}?*group=file*`);
      await page.goBack();
      await settled(page);
      await page.selectOption('.view-head select', 'namespace');
      await settled(page);
      assert.equal(await here(page), '/functions?by=namespace&sort=incl');
      assert.equal(await page.getAttribute(kGroups, 'aria-label'), 'Groups by namespace');
      await page.selectOption('.view-head select', 'function');
      await settled(page);
      assert.equal(await page.$(kGroups), null);
    });
  });

  it('are folded above the list where the page is narrow', async () => {
    const { rows } = await asked(one, '/api/functions?group=object&sort=incl&limit=2');
    for (const dark of [false, true]) {
      await opened('/functions?by=object', async (page) => {
        assert.equal(await page.$(`${kGroups} .grid`), null);
        await page.click(`${kGroups} > button`);
        await settled(page);
        const [groups, functions] = await Promise.all(
          [`${kGroups} .grid`, kFunctions].map((each) => page.locator(each).boundingBox()),
        );
        assert.ok(groups.y + groups.height <= functions.y);
        await page.click(`${row(kGroups, 1)} .name`);
        await settled(page);
        assert.equal(await key_of(page, 'in'), rows[0].id);
        assert.deepEqual(await axe(page), []);
        await page.click('button:has-text("Only one object")');
        await settled(page);
        assert.equal(await here(page), '/functions?by=object');
      }, { ...kNarrow, dark });
    }
  });
});
