// SPDX-License-Identifier: MIT
//
// From match to match, hot line to hot line and change to change by key.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  asked,
  axe,
  checked_in,
  end_all,
  launch,
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

const opened = (server, path, work) => checked_in(browser, server, path, work);
/// Its whole name: what is shown may be a shorter form.
const selected = async (page) =>
  (await page.getAttribute('.grid-row.selected .name', 'title')).split('\n')[0];

/// Presses a key until the page selects another row.
async function press(page, key) {
  const before = await page.evaluate(() => new URLSearchParams(window.location.search).get('sel'));
  await page.keyboard.press(key);
  await page.waitForFunction(
    (sel) => new URLSearchParams(window.location.search).get('sel') !== sel,
    before,
  );
}

describe('n and N', () => {
  it('go to the next match and the one before, wherever in the list it is', async () => {
    const all = (await asked(one, '/api/functions?limit=500')).rows.map((row) => row.name);
    for (const first of [all[0], '_int_malloc']) {
      const query = encodeURIComponent(`name ~ /^${first.replace(/\W/g, '.')}$|^_dl_init/`);
      const { rows } = await asked(one, `/api/functions?limit=500&q=${query}`);
      const names = rows.map((row) => row.name);
      assert.ok(names.length >= 3 && all.indexOf(names.at(-1)) > 120, names.join());
      for (const path of [`/functions?qm=hl&q=${query}`, `/functions?q=${query}`]) {
        await opened(one, path, async (page) => {
          for (const name of names.slice(0, 3)) {
            await press(page, 'n');
            assert.equal(await selected(page), name);
          }
          await press(page, 'N');
          assert.equal(await selected(page), names[1]);
          await press(page, 'N');
          await page.keyboard.press('N');
          await page.waitForSelector('.notice:has-text("No previous match")');
        });
      }
    }
  });
  it('go through frames that were found, in the picture and in its outline', async () => {
    for (const path of ['/flame?find=mem', '/flame?find=mem&as=outline']) {
      await opened(one, path, async (page) => {
        const seen = [];
        for (let at = 0; at < 2; at += 1) {
          await press(page, 'n');
          seen.push(await page.textContent('.detail-body h2'));
          await settled(page);
        }
        await press(page, 'N');
        await settled(page);
        assert.ok(seen.every((name) => /mem/i.test(name)), seen.join());
        assert.match(await page.textContent('.detail-body h2'), /mem/i);
      });
    }
  });
  it('begin with the first row, where that is one', async () => {
    for (const path of [
      '/functions?base=base',
      '/compare?base=base',
      '/tree?base=base',
      '/flame?find=/./&as=outline',
    ]) {
      await opened(two, path, async (page) => {
        await press(page, 'n');
        assert.equal(await page.getAttribute('.grid-row.selected.active', 'aria-rowindex'), '2', path);
      });
    }
  });
  it('pass rows that have not changed, those that are not loaded too', async () => {
    const { rows } = await asked(two, '/api/functions?base=base&limit=500');
    const is_change = ({ status, delta }) =>
      status !== 'both' || [...delta.self, ...delta.inclusive, delta.calls].some((each) => each);
    const changed = rows.filter(is_change).map((row) => row.name);
    assert.ok(rows.length > 110 && !is_change(rows[100]), `${rows.length} rows`);
    await opened(two, '/functions?base=base&unchanged=1', async (page) => {
      for (const name of changed) {
        await press(page, 'n');
        assert.equal(await selected(page), name);
      }
      await page.keyboard.press('n');
      await page.waitForSelector('.notice:has-text("No next match")');
      assert.equal(await selected(page), changed.at(-1));
    });
  });
  it('go from change to change', async () => {
    for (const path of ['/functions?base=base', '/compare?base=base', '/tree?base=base']) {
      await opened(two, path, async (page) => {
        await press(page, 'n');
        assert.match(await page.textContent('.grid-row.selected'), /[+-]\d|new|gone/, path);
      });
    }
  });
  it('say where there is nothing to go through, and stand in the table of keys', async () => {
    await opened(one, '/tree', async (page) => {
      await page.keyboard.press('n');
      await page.waitForSelector('.notice:has-text("Nothing to step through")');
      await page.keyboard.press('?');
      const table = await page.textContent('dialog .key-groups');
      assert.match(table, /nNext match, hot line or change.*NPrevious match, hot line or change/);
    });
  });
});

it('shows in a sandwich all that leads to a function and all that it calls', async () => {
  const list = await asked(one, '/api/functions?limit=500&sort=incl');
  const graph = async (id, inv) => asked(one, `/api/flame?of=${id}&depth=64${inv}`);
  const levels_of = (flame) => {
    const levels = [];
    flame.rows.forEach(([parent]) => levels.push(parent < 0 ? 0 : levels[parent] + 1));
    return Math.max(...levels);
  };
  for (const { id } of list.rows) {
    const [up, down] = [await graph(id, '&inv=1'), await graph(id, '')];
    if (levels_of(up) < 2 || levels_of(down) < 2 || up.shown + down.shown > 25) {
      continue;
    }
    await opened(one, `/flame?mode=sandwich&as=outline&sel=${id}`, async (page) => {
      await page.waitForSelector('.sandwich .grid-row');
      const depths = await page.$$eval('.sandwich .tree-name', (all) =>
        all.map((each) => parseInt(each.style.getPropertyValue('--indent'), 10) / 14),
      );
      assert.equal(depths.length, up.shown + down.shown - 1);
      assert.equal(Math.max(...depths), levels_of(up) + levels_of(down));
      assert.deepEqual(await axe(page), []);
      await page.goto(one.link(`/flame?mode=sandwich&sel=${id}`));
      await page.waitForSelector('.sandwich canvas');
      await page.focus('.flame-scroll');
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
        await page.keyboard.press(key);
      }
      await settled(page);
    });
    return;
  }
  assert.fail('no function of this profile has callers of callers');
});

it('shows of a sandwich two halves of one question, or that one of them failed', async () => {
  const many = await real_server([recorded('callgrind.out.cache.gz')]); // events
  const { rows } = await asked(many, '/api/functions?limit=1&q=name%20%3D%20main');
  await opened(many, `/flame?mode=sandwich&as=outline&sel=${rows[0].id}`, async (page) => {
    await page.waitForSelector('.sandwich .grid-row');
    const costs = () =>
      page.$$eval('.sandwich .grid-row .num', (all) =>
        all.slice(0, 6).map((each) => each.textContent),
      );
    const before = await costs();
    const refusal = { code: 'no-room', message: 'there is no room' };
    await page.route(/api\/flame.*inv=1/, (route) =>
      route.fulfill({ status: 422, json: { error: refusal } }),
    );
    await page.keyboard.press('e');
    await page.waitForSelector('.fault');
    assert.match(await page.textContent('.fault'), /there is no room.*no-room/);
    assert.deepEqual(await costs(), []);
    await page.unroute(/api\/flame.*inv=1/);
    await page.keyboard.press('e');
    await page.waitForSelector('.sandwich .grid-row');
    await settled(page);
    assert.notDeepEqual(await costs(), before);
  });
  await many.stop();
});

it('copies a sandwich and kinds of changes as commands', async () => {
  const line_of = async (page) => {
    await page.keyboard.press('k');
    await page.waitForSelector('text=Copied command');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const { rows } = await asked(one, '/api/functions?limit=1&q=name%20%3D%20main');
  await opened(one, `/flame?mode=sandwich&sel=${rows[0].id}`, async (page) => {
    await page.waitForSelector('.sandwich canvas');
    assert.match(await line_of(page), /^quern flame --of main --no-config \S+wordcount\.gz$/);
  });
  await opened(two, '/functions?base=base&kinds=changed', async (page) => {
    assert.match(await line_of(page), /^quern diff --kinds changed --no-config --base \S+ \S+$/);
  });
});
