// SPDX-License-Identifier: MIT
//
// Columns of lists: chosen, put in another order, made wider or narrower, and remembered.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { asked, axe, checked_in, end_all, kQuern, launch, real_server, recorded, settled } from './setup.mjs';

let browser;
let cache;
let plain;
let two;
before(async () => {
  browser = await launch();
  cache = await real_server([recorded('callgrind.out.cache.gz')]);
  plain = await real_server([recorded('callgrind.out.jumps.gz')]);
  two = await real_server(
    [recorded('cachegrind.out.leaf-new.gz')],
    [recorded('cachegrind.out.leaf-old.gz')],
  );
});
after(end_all);

const opened = (server, path, work, options) => checked_in(browser, server, path, work, options);
const heads = (page) =>
  page.$$eval('[role=columnheader]', (all) => all.map((each) => each.ariaLabel));
const first_row = (page) =>
  page.$$eval('.grid-body .grid-row[aria-rowindex="2"] .cell', (all) =>
    all.map((each) => each.textContent.replace(/,/g, '')),
  );
const cut = (page) =>
  page.$$eval('.grid-body .cell.is-number, .grid-body .share', (all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
  );
const edge_of = (page, label) => page.locator(`[role=separator][aria-label="Width of ${label}"]`);
const focused = (page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at.ariaLabel ?? at.closest('label, li')?.textContent ?? at.textContent;
  });

async function open_menu(page) {
  await page.waitForSelector('.grid-body .grid-row');
  await page.click('button:has-text("Columns")');
  await page.waitForSelector('.column-list');
}

/// The width of a column, once it is laid out.
async function width_of(page, label) {
  await settled(page);
  return Number(await edge_of(page, label).getAttribute('aria-valuenow'));
}

async function drag(page, from, to_x) {
  const box = await from.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to_x, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await settled(page);
}

describe('columns of a list', () => {
  it('are chosen among all events, several at once, with the cost per call', async () => {
    const { events, rows } = await asked(cache, '/api/functions?limit=1');
    await opened(cache, '/functions', async (page) => {
      await open_menu(page);
      const usual = await heads(page);
      assert.deepEqual(usual, ['Self', '%', 'Inclusive', '%', 'Calls', 'Function']);
      for (const label of ['Self Dr', 'Self D1mr', 'Inclusive Dw', 'Per call']) {
        await page.check(`.column-list label:text-is("${label}")`);
      }
      await page.uncheck('.column-list label:text-is("Calls")');
      assert.deepEqual(await axe(page), []);
      const now = await heads(page);
      assert.deepEqual(
        now.filter((each) => !each.startsWith('%')),
        ['Self Ir', 'Inclusive Ir', 'Self Dr', 'Inclusive Dw', 'Self D1mr', 'Per call', 'Function'],
      );
      const cells = await first_row(page);
      const [{ self, inclusive }] = rows;
      for (const [label, of] of [['Self Dr', self], ['Inclusive Dw', inclusive], ['Self D1mr', self]]) {
        const event = label.split(' ')[1];
        assert.equal(cells[now.indexOf(label)], String(of[events.indexOf(event)]), label);
      }
      await page.keyboard.press('Escape');
      assert.match(await focused(page), /^Columns/);
      await page.reload();
      await settled(page);
      assert.deepEqual(await heads(page), now);
      assert.equal(await page.evaluate(() => window.location.search), '');
      await open_menu(page);
      await page.click('button:text-is("Reset columns")');
      await settled(page);
      assert.deepEqual(await heads(page), usual);
    });
  });
  it('count the stacks of each function, where the profile has stacks', async () => {
    await opened(cache, '/functions', async (page) => {
      await open_menu(page);
      assert.equal(await page.locator('.column-list label:text-is("Paths")').count(), 0);
    });
    const stacks = await real_server([recorded('../exchange/perf.folded')]);
    const { rows } = await asked(stacks, '/api/functions?limit=1&paths=1');
    await opened(stacks, '/functions', async (page) => {
      await open_menu(page);
      await page.check('.column-list label:text-is("Paths")');
      await page.keyboard.press('Escape');
      await settled(page);
      const at = (await heads(page)).indexOf('Paths');
      assert.equal((await first_row(page))[at], String(rows[0].paths));
    });
    await stacks.stop();
  });
  it('tell how costs are distributed over merged runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
    const merged = join(folder, 'sum.json');
    const files = [7, 7, 9, 700].map((cost, at) => {
      const name = join(folder, `${at}.out`);
      writeFileSync(name, `events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=1 2\n1 ${cost}\nfn=f\n2 ${cost}\n`);
      return name;
    });
    execFileSync(kQuern, ['merge', '--stats', ...files, '-o', merged]);
    const server = await real_server([merged]);
    await opened(server, '/functions', async (page) => {
      await open_menu(page);
      for (const label of ['Runs', 'Median', 'Max', 'In run']) {
        await page.check(`.column-list label:text-is("${label}")`);
      }
      await page.keyboard.press('Escape');
      await settled(page);
      const row = await first_row(page);
      const shown = await heads(page);
      assert.deepEqual(
        ['Runs', 'Median', 'Max'].map((label) => row[shown.indexOf(label)]),
        ['4', '7', '700'],
      );
      assert.match(row[shown.indexOf('In run')], /3\.out$/);
      assert.deepEqual(await axe(page), []);
      await page.dblclick('.grid-body .grid-row >> nth=0');
      await page.click('[role=tab]:has-text("Runs"), button:has-text("Runs"), a:has-text("Runs")');
      await page.waitForSelector('.plain-table td:has-text("3.out")');
      const rows = '[aria-label="Distribution over runs"] tbody tr';
      const cells = await page.$$eval(rows, (all) =>
        all.map((each) => [...each.children].map((cell) => cell.textContent)),
      );
      assert.deepEqual(cells[0].slice(0, 7), ['Self', '4', '181', '7', '7', '700', '700']);
      assert.deepEqual(cells[2].slice(0, 2), ['from main', '4']);
      assert.deepEqual(await axe(page), []);
    });
    await server.stop();
    await rm(folder, { recursive: true });
  });
  it('are chosen and moved by keyboard, from the palette', async () => {
    await opened(cache, '/functions', async (page) => {
      await page.waitForSelector('.grid-body .grid-row');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('columns');
      await page.waitForSelector('[role=option]:has-text("Columns …")');
      await settled(page);
      while (!/Columns …/.test(await page.textContent('[role=option][aria-selected=true]'))) {
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
      await page.waitForSelector('.column-list');
      await settled(page);
      assert.equal(await focused(page), 'Rank');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(page), 'Self Ir');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await settled(page);
      assert.equal(await focused(page), 'Self Ir');
      assert.deepEqual((await heads(page)).slice(0, 4), ['%', 'Inclusive', 'Self', '%']);
      assert.match(await page.textContent('.sr[aria-live]'), /^Self Ir: column 3 of 6$/);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      assert.deepEqual((await heads(page)).slice(0, 3), ['%', 'Self', '%']);
      await page.focus('button[aria-label^="Move Function left"]');
      for (let step = 0; step < 4; step += 1) {
        await page.keyboard.press('Enter');
      }
      await settled(page);
      assert.equal(await focused(page), 'Move Function left');
      assert.equal((await heads(page))[0], 'Function');
      assert.deepEqual(await axe(page), []);
    });
  });
  it('are dragged to another place, which does not sort', async () => {
    await opened(cache, '/functions', async (page) => {
      await page.waitForSelector('.grid-body .grid-row');
      const head = (label) => page.locator(`[role=columnheader][aria-label="${label}"]`);
      const self = await head('Self').boundingBox();
      await drag(page, page.locator('[role=columnheader] button:text-is("Inclusive")'), self.x + 4);
      assert.deepEqual((await heads(page)).slice(0, 3), ['Inclusive', 'Self', '%']);
      assert.equal(await page.evaluate(() => window.location.search), '');
      await page.click('[role=columnheader] button:text-is("Inclusive")');
      await settled(page);
      assert.equal(await page.evaluate(() => window.location.search), '?sort=incl');
      // Escape leaves things as they are.
      const box = await head('Calls').boundingBox();
      await page.mouse.move(box.x + 20, box.y + 9);
      await page.mouse.down();
      await page.mouse.move(self.x + 4, box.y + 9, { steps: 4 });
      await page.waitForSelector('.drop-before');
      await page.keyboard.press('Escape');
      await page.mouse.up();
      assert.deepEqual((await heads(page)).slice(0, 3), ['Inclusive', 'Self', '%']);
    });
  });
  it('have the width that was dragged or typed, and never cut a figure', async () => {
    await opened(cache, '/functions', async (page) => {
      await page.waitForSelector('.grid-body .grid-row');
      const automatic = await width_of(page, 'Self');
      const edge = await edge_of(page, 'Self').boundingBox();
      await drag(page, edge_of(page, 'Self'), edge.x + 64);
      const wide = await width_of(page, 'Self');
      assert.ok(Math.abs(wide - automatic - 60) < 8, `${automatic} to ${wide}`);
      await edge_of(page, 'Self').focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await width_of(page, 'Self'), wide + 10);
      for (let step = 0; step < 30; step += 1) {
        await page.keyboard.press('ArrowLeft');
      }
      const least = await width_of(page, 'Self');
      assert.ok(least < automatic && least >= 48, String(least));
      assert.equal(Number(await edge_of(page, 'Self').getAttribute('aria-valuemin')), least);
      const share = edge_of(page, '%').first();
      await drag(page, share, 0);
      assert.deepEqual(await cut(page), []);
      assert.deepEqual(await axe(page), []);
      await drag(page, edge_of(page, 'Function'), 0);
      assert.equal(await width_of(page, 'Function'), 48);
      await page.reload();
      await settled(page);
      assert.equal(await width_of(page, 'Function'), 48);
      assert.deepEqual(await cut(page), []);
      await edge_of(page, 'Self').focus();
      await page.keyboard.press('Enter');
      assert.equal(await width_of(page, 'Self'), automatic);
      await edge_of(page, 'Function').dblclick();
      assert.ok((await width_of(page, 'Function')) > 300);
    });
  });
  it('of many events scroll together with their headings', async () => {
    await opened(cache, '/functions', async (page) => {
      await open_menu(page);
      for (const box of await page.$$('.column-list input:not(:checked)')) {
        await box.check();
      }
      await page.keyboard.press('Escape');
      await page.$eval('.grid', (grid) => grid.scrollTo(100_000, 0));
      await settled(page);
      const ends = await page.$$eval('.grid-head .grid-row, .grid-body .grid-row', (all) =>
        all.map((each) => each.lastElementChild.getBoundingClientRect().right),
      );
      assert.equal(new Set(ends).size, 1, ends.join());
      assert.ok(ends[0] <= 1280, String(ends[0]));
      assert.deepEqual(await cut(page), []);
    });
  });
});

describe('the menu of columns', () => {
  it('closes when Tab leaves it, and stays open while it is used', async () => {
    await opened(cache, '/functions', async (page) => {
      await open_menu(page);
      await page.uncheck('.column-list label:text-is("Calls")');
      await page.focus('.column-list button:has-text("Reset columns")');
      assert.notEqual(await page.$('.column-list'), null);
      await page.keyboard.press('Tab');
      await page.waitForSelector('.column-list', { state: 'detached' });
    });
  });
});

describe('a choice of columns', () => {
  const kChoice = {
    functions: {
      shown: { 'self:Dr': true, 'incl:Ir': true, calls: false },
      order: ['name', 'self:Dr', 'self', 'self-share', 'incl', 'incl-share', 'calls', 'per-call'],
    },
  };
  const chosen = (server, path, work, options) =>
    opened(
      server,
      path,
      async (page) => {
        await page.evaluate(
          (text) => window.localStorage.setItem('quern.columns', text),
          JSON.stringify(kChoice),
        );
        await page.reload();
        await page.waitForSelector('.grid-body .grid-row');
        await settled(page);
        await work(page);
      },
      options,
    );
  it('holds for profiles with other events, which lack only those columns', async () => {
    await chosen(plain, '/functions', async (page) => {
      assert.deepEqual(await heads(page), ['Function', 'Self', '%', 'Inclusive', '%']);
    });
    await chosen(cache, '/functions?group=file', async (page) => {
      assert.deepEqual((await heads(page)).slice(0, 2), ['Group', 'Self Dr']);
    });
  });
  it('follows the event that counts', async () => {
    await chosen(cache, '/functions?e=Dr', async (page) => {
      assert.deepEqual(await heads(page), [
        'Function',
        'Self Dr',
        '% Dr',
        'Inclusive Dr',
        '% Dr',
        'Inclusive Ir',
      ]);
    });
  });
  it('leaves name and one figure on a narrow page', async () => {
    await chosen(
      cache,
      '/functions',
      async (page) => {
        assert.deepEqual(await heads(page), ['Function', 'Self']);
        await open_menu(page);
        const box = await page.locator('.column-list').boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
        await page.uncheck('.column-list label:text-is("Self Ir")');
        await page.uncheck('.column-list label:text-is("Self % Ir")');
        await settled(page);
        assert.deepEqual(await heads(page), ['Function', 'Self Dr']);
        assert.deepEqual(await cut(page), []);
        assert.deepEqual(await axe(page), []);
      },
      { width: 390, dark: true },
    );
  });
  it('is no part of copies', async () => {
    await opened(cache, '/source', async (page) => {
      await open_menu(page);
      await page.check('.column-list label:text-is("Self Dw")');
      assert.ok((await heads(page)).includes('Self Dw'));
      await page.click('button:has-text("Copy or save")');
      await page.click('[role=menuitem]:has-text("Copy as CSV")');
      await page.waitForSelector('.notice p');
      const text = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(text.split('\n')[0], 'Self Ir,File');
    });
  });
  it('exists for comparisons, trees, callers and outlines', async () => {
    for (const [server, path, label, head] of [
      [two, '/functions', 'Self Δ Dr', 'Self Δ Dr'],
      [two, '/compare', 'Inclusive old Ir', 'Inclusive old'],
      [cache, '/tree', 'Inclusive Dr', 'Inclusive Dr'],
      [cache, '/flame?as=outline', 'Self %', '%'],
      [plain, '/functions?group=loop', 'Entries', null],
    ]) {
      await opened(server, path, async (page) => {
        await open_menu(page);
        const box = page.locator(`.column-list label:text-is("${label}")`);
        await (head === null ? box.uncheck() : box.check());
        await settled(page);
        const now = await heads(page);
        assert.ok(head === null ? !now.includes(label) : now.includes(head), `${path}: ${now}`);
        assert.deepEqual(await axe(page), [], path);
      });
    }
  });
  it('has a word for views without a list', async () => {
    await opened(cache, '/settings', async (page) => {
      await page.keyboard.press('Shift+C');
      assert.match(await page.textContent('.notice p'), /no list/);
    });
  });
});

describe('the column of ranks', () => {
  const ranks = (page) =>
    page.$$eval('.grid-body .grid-row:not(.placeholder)', (all) =>
      all.map((row) => [
        Number(row.getAttribute('aria-rowindex')) - 1,
        Number(row.firstElementChild.textContent.replace(/,/g, '')),
        row.querySelector('.name bdi').textContent,
      ]),
    );
  const shown = (page) => {
    const choice = { functions: { shown: { rank: true } } };
    return page
      .evaluate((text) => window.localStorage.setItem('quern.columns', text), JSON.stringify(choice))
      .then(() => page.reload())
      .then(() => settled(page));
  };

  it('is chosen by keyboard, follows the order, and is no part of copies', async () => {
    await opened(cache, '/functions?group=file', async (page) => {
      assert.ok(!(await heads(page)).includes('#'));
      await page.waitForSelector('.grid-body .grid-row');
      await page.keyboard.press('Shift+C');
      await page.waitForSelector('.column-list');
      await settled(page);
      assert.equal(await focused(page), 'Rank');
      await page.keyboard.press('Space');
      await page.keyboard.press('Escape');
      assert.equal((await heads(page))[0], '#');
      assert.deepEqual(await axe(page), []);
      await page.click('[role=columnheader] button:has-text("Inclusive")');
      await settled(page);
      const { rows } = await asked(cache, '/api/functions?group=file&sort=incl&limit=3');
      const first = await ranks(page);
      assert.deepEqual(
        first.slice(0, 3),
        rows.map(({ name }, at) => [at + 1, at + 1, name ?? '(no name)']),
      );
      // The page itself writes the table of a single group.
      await page.goto(cache.link(`/functions?by=file&in=${rows[0].id}`));
      await settled(page);
      assert.equal(await page.textContent('.pane [role=columnheader]'), '#');
      await page.click('button:has-text("Copy or save")');
      await page.click('[role=menuitem]:has-text("Copy as CSV")');
      await page.waitForSelector('.notice p');
      const text = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(text.split('\n')[0], 'Self,Inclusive,Calls,Function,File,Object');
    });
  });
  it('numbers a million rows, wherever one scrolls to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
    const file = join(folder, 'callgrind.out.many');
    const rows = ['events: Ir', 'fl=a.c'];
    // The cost of a function is its number: the last one is the first row.
    for (let at = 1; at <= 1_000_000; at += 1) {
      rows.push(`fn=f${at}`, `1 ${at}`);
    }
    await writeFile(file, `${rows.join('\n')}\n`);
    const many = await real_server([file]);
    await opened(many, '/functions', async (page) => {
      await shown(page);
      const check = async (is_there) => {
        await settled(page);
        const found = await ranks(page);
        assert.ok(found.length > 20 && found.some(([, rank]) => is_there(rank)), found.join(' '));
        for (const [row, rank, name] of found) {
          assert.equal(rank, row);
          assert.equal(name, `f${1_000_001 - rank}`);
        }
      };
      await check((rank) => rank === 1);
      await page.$eval('.grid', (grid) => grid.scrollTo(0, grid.scrollHeight / 2));
      await check((rank) => rank > 400_000 && rank < 600_000);
      await page.focus('.grid');
      await page.keyboard.press('End');
      await check((rank) => rank === 1_000_000);
      assert.deepEqual(await cut(page), []);
    });
    await many.stop();
    await rm(folder, { recursive: true });
  });
});
