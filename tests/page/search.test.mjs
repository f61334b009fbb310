// SPDX-License-Identifier: MIT
//
// The search box: plain words are looked for everywhere, a query where rows have costs.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  asked,
  axe,
  end_all,
  launch,
  no_faults,
  opened_in,
  real_server,
  recorded,
  settled,
} from './setup.mjs';

let browser;
let one;
let two;
before(async () => {
  browser = await launch();
  one = await real_server([recorded('callgrind.out.wordcount.gz')]);
  two = await real_server(
    [recorded('callgrind.out.leaf-new.gz')],
    [recorded('callgrind.out.leaf-old.gz')],
  );
});
after(end_all);

async function opened(server, path, work) {
  await opened_in(browser, server, path, async (page) => {
    await work(page);
    await no_faults(page);
  });
}

const keys_of = (page) =>
  page.evaluate(() => Object.fromEntries(new URLSearchParams(window.location.search)));

async function type(page, text) {
  await page.fill('#query', text);
  const wanted = text.trim();
  await page.waitForFunction(
    (typed) => [...new URLSearchParams(window.location.search).values()].includes(typed),
    wanted,
  );
  await settled(page);
}

describe('plain words', () => {
  it('narrow a list to the names that hold them, and are counted with their share', async () => {
    const query = encodeURIComponent('name ~ /malloc/i');
    const wanted = await asked(one, `/api/functions?limit=500&q=${query}`);
    assert.ok(wanted.matched > 2 && wanted.matched < wanted.of);
    await opened(one, '/functions', async (page) => {
      await type(page, 'malloc');
      assert.deepEqual(await keys_of(page), { find: 'malloc' });
      const rows = await page.getAttribute('.grid', 'aria-rowcount');
      assert.equal(Number(rows), wanted.matched + 1);
      const share = ((Number(wanted.covered[0]) / Number(wanted.totals[0])) * 100).toFixed(2);
      const counted = `${wanted.matched} of ${wanted.of} rows · ${share} % of Ir`;
      assert.ok((await page.textContent('.status')).includes(counted), counted);
      // The next page is searched for the same.
      await page.click('.tabs a:text-is("Flame")');
      await page.waitForFunction(() => / frames match/.test(document.querySelector('.status').textContent));
      assert.equal((await keys_of(page)).find, 'malloc');
      assert.deepEqual(await axe(page), []);
    });
  });
  it('lose no character of what is typed, however slowly answers come', async () => {
    for (const [path, delay] of [['/flame', 130], ['/functions', 125], ['/tree', 140]]) {
      await opened(one, path, async (page) => {
        await page.focus('#query');
        await page.keyboard.type('abcdefghij', { delay });
        await page.waitForFunction(() => window.location.search.includes('find=abcdefghij'));
        assert.equal(await page.inputValue('#query'), 'abcdefghij');
      });
    }
  });
  it('come before a query whose answer is late', async () => {
    await opened(one, '/functions', async (page) => {
      await page.route(/q=name.*limit=1(&|$)|limit=1&.*q=name/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 900));
        await route.continue().catch(() => undefined);
      });
      await page.fill('#query', 'name ~ /g5/');
      await page.press('#query', 'Enter');
      await page.waitForTimeout(300);
      await page.fill('#query', 'malloc');
      await page.waitForFunction(() => window.location.search === '?find=malloc');
      await page.waitForTimeout(1200);
      assert.equal(await page.inputValue('#query'), 'malloc');
      assert.deepEqual(await keys_of(page), { find: 'malloc' });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
  it('between strokes are an expression, which the engine may refuse', async () => {
    await opened(one, '/functions', async (page) => {
      await page.fill('#query', '/(/');
      await page.waitForSelector('#query-fault');
      assert.deepEqual(await keys_of(page), {});
      await type(page, '/usr/lib/');
      await page.waitForSelector('.empty:has-text("No row matches")');
    });
  });
  it('hold for names with signs that queries have', async () => {
    await opened(one, '/functions', async (page) => {
      for (const text of ['std::vector<int', '~', 'operator<', '(anonymous']) {
        await type(page, text);
        assert.deepEqual(await keys_of(page), { find: text });
        assert.equal(await page.locator('#query-fault').count(), 0, text);
      }
    });
  });
  it('are found in branches of the tree that are closed', async () => {
    for (const path of ['/tree?open=-&find=malloc', '/tree?open=-&inv=1&find=malloc']) {
      await opened(one, path, async (page) => {
        await page.waitForFunction(() => /branches of .* % of Ir/.test(document.querySelector('.status').textContent));
        for (let at = 0; at < 3; at += 1) {
          const before = await page.evaluate(() => window.location.search);
          await page.keyboard.press('n');
          await page.waitForFunction(
            ([search, first]) =>
              (first || window.location.search !== search) &&
              /malloc/.test(document.querySelector('.grid-row.selected.active')?.textContent ?? ''),
            [before, at === 0 && path.includes('inv')],
          );
        }
        assert.ok((await page.locator('.grid-row.fits').count()) > 0);
      });
    }
  });
  it('are found in trees, lists and flame graphs of two sides', async () => {
    for (const path of ['/functions', '/tree', '/flame?as=outline']) {
      const mark = path.includes('?') ? '&' : '?';
      await opened(two, `${path}${mark}base=base&find=main`, async (page) => {
        await page.waitForSelector('.grid-row .name');
        await page.keyboard.press('n');
        await page.waitForSelector('.grid-row.selected .name:has-text("main")');
      });
    }
  });
  it('are told to do nothing where a page has no names to search', async () => {
    await opened(one, '/settings?find=malloc', async (page) => {
      assert.match(await page.textContent('.crumbs'), /search, not used here/);
    });
  });
});

describe('a query', () => {
  it('is tried as one types, and its error named', async () => {
    await opened(one, '/functions', async (page) => {
      await page.fill('#query', 'self > 1% and');
      await page.waitForSelector('#query-fault');
      assert.deepEqual(await keys_of(page), {});
      await type(page, 'self > 1%');
      assert.deepEqual(await keys_of(page), { q: 'self > 1%' });
      await type(page, 'main');
      assert.deepEqual(await keys_of(page), { find: 'main' });
      await page.fill('#query', '');
      await page.waitForFunction(() => window.location.search === '');
    });
  });
});

describe('the palette', () => {
  const shown = async (page, text) => {
    await page.keyboard.press('Control+k');
    await page.fill('.palette input', text);
    await page.click('.palette [role=option]:has-text("Show functions that match")');
  };
  it('lists what it found, without an error', async () => {
    for (const [text, wanted] of [
      ['malloc', { find: 'malloc' }],
      ['self > 1%', { q: 'self > 1%' }],
    ]) {
      await opened(one, '/tree', async (page) => {
        await shown(page, text);
        await page.waitForSelector('h1:text-is("Functions")');
        await page.waitForSelector('.grid-row .name');
        assert.deepEqual(await keys_of(page), wanted);
      });
    }
  });
  it('tells why a query is none, and stays where it is', async () => {
    await opened(one, '/tree', async (page) => {
      await shown(page, 'self > x');
      await page.waitForSelector('.notice:has-text("No query")');
      assert.equal(await page.textContent('h1'), 'Call tree');
    });
  });
});
