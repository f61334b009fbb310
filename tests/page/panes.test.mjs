// SPDX-License-Identifier: MIT
//
// Lists beside what they choose for: functions next to a sandwich, groups next to their functions,
// and the members of a cycle.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe('the members of a cycle', () => {
  // f calls g and itself, g calls f, in two files.
  const kRing = [
    'events: Ir', 'fl=a.c', 'fn=main', '1 1', 'cfn=f', 'calls=2 1', '1 100',
    'fn=f', '2 40', 'cfi=b.c', 'cfn=g', 'calls=3 1', '2 50', 'cfi=a.c', 'cfn=h', 'calls=4 1', '2 20',
    'cfi=a.c', 'cfn=f', 'calls=5 1', '2 10', 'fl=b.c', 'fn=g', '3 40', 'cfi=a.c', 'cfn=f',
    'calls=1 1', '3 10', 'fl=a.c', 'fn=h', '4 20', '',
  ];
  let folder;
  let ring;
  let ids;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
    const file = join(folder, 'callgrind.out.ring');
    await writeFile(file, kRing.join('\n'));
    ring = await real_server([file]);
    const { rows } = await asked(ring, '/api/functions');
    ids = Object.fromEntries(rows.map(({ name, id }) => [name, id]));
  });
  after(() => rm(folder, { recursive: true }));
  const on_ring = (path, work, options) => checked_in(browser, ring, path, work, options);
  const kMembers = '.grid[aria-label="Members of the cycle"]';
  const figures = (page) =>
    page.$$eval(`${kMembers} .grid-body .grid-row`, (rows) =>
      rows.map((row) => {
        const cells = [...row.querySelectorAll('.cell')].map((each) => each.textContent);
        return [cells[0], cells[1], row.querySelector('.name bdi').textContent];
      }),
    );

  it('are a list with costs and bounds, to which each mark of a cycle leads', async () => {
    const { rows } = await asked(ring, `/api/functions?cycle_of=${ids.g}`);
    assert.ok(rows.every(({ certainty }) => certainty === 'bounded'));
    const known = rows.map(({ self, inclusive, name }) => [`${self[0]}`, `≥${inclusive[0]}`, name]);
    assert.deepEqual(known.map(([, , name]) => name).sort(), ['f', 'g']);
    await on_ring('/functions', async (page) => {
      await page.click('.grid-row:has(bdi:text-is("f")) a.tag');
      await settled(page);
      assert.equal(await here(page), `/fn/${ids.f}?sel=${ids.f}&tab=cycle`);
      assert.deepEqual(await figures(page), known);
      const costs = await page.$$eval('[aria-label="Costs of the cycle"] tbody tr', (all) =>
        all.map((tr) => tr.children[1].textContent),
      );
      assert.deepEqual(costs, ['80', '20', '100', '100', '70']);
      assert.match(await page.textContent('.reach .note'), /2 functions call each other.*: 9\./);
      assert.deepEqual(await axe(page), []);
    });
  });

  it('are reached and opened by keys, from a function and from the call graph', async () => {
    await on_ring(`/fn/${ids.f}`, async (page) => {
      await page.focus('.place-line a.tag');
      await page.keyboard.press('Enter');
      await page.waitForSelector(kMembers);
      assert.equal(await page.textContent('.subtabs [aria-current=page]'), 'Cycle');
      await page.click(`${kMembers} [role=columnheader] button:has-text("Function")`);
      await settled(page);
      assert.deepEqual((await figures(page)).map(([, , name]) => name), ['f', 'g']);
      await page.focus(kMembers);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/fn/${ids.g}*`);
      await settled(page);
      assert.equal(await page.textContent('h1'), 'g');
    });
    for (const path of ['/graph', '/graph?as=outline']) {
      await on_ring(path, async (page) => {
        await page.focus('a.tag');
        await page.keyboard.press('Enter');
        await page.waitForSelector(kMembers);
        await settled(page);
        assert.equal((await figures(page)).length, 2);
      });
    }
    await on_ring(`/fn/${ids.h}`, async (page) => {
      assert.equal(await page.$('.subtabs a:has-text("Cycle")'), null);
    });
  });

  it('may be groups', async () => {
    await on_ring('/functions?group=file', async (page) => {
      await page.click('.grid-row a.tag');
      await settled(page);
      assert.deepEqual((await figures(page)).map(([, , name]) => name).sort(), ['a.c', 'b.c']);
      assert.match(await page.textContent('.reach .note'), /2 groups call each other/);
    });
  });

  it('are readable where the page is narrow', async () => {
    for (const dark of [false, true]) {
      await on_ring(`/fn/${ids.f}?tab=cycle`, async (page) => {
        assert.ok((await figures(page)).every(([, inclusive]) => inclusive.startsWith('≥')));
        assert.deepEqual(await axe(page), []);
        await page.goto(ring.link(`/functions?sel=${ids.f}`));
        await settled(page);
        assert.deepEqual(await axe(page), []);
      }, { ...kNarrow, dark });
    }
  });
});
