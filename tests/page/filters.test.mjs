// SPDX-License-Identifier: MIT
//
// Filters of the engine and matches of a query among all rows, in front of `quern view` itself.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  asked,
  axe,
  end_all,
  launch,
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

const opened = (server, path, work, options) => opened_in(browser, server, path, work, options);

/// h is called by f and by g, one of which the filter keeps, and spends in two ways.
const kSplit =
  'events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=2 1\n2 60\ncfn=g\ncalls=1 1\n3 60\n' +
  'fn=f\n10 20\ncfn=h\ncalls=4 1\n11 40\nfn=g\n20 40\ncfn=h\ncalls=6 1\n21 20\n' +
  'fn=h\n30 7\n31 23\ncfn=i\ncalls=12 1\n32 30\nfn=i\n40 30\n';
const kMoreExpensive = kSplit
  .replace('10 20\n', '10 22\n')
  .replace('2 60\n', '2 65\n')
  .replace('11 40\n', '11 43\n')
  .replace('30 7\n', '30 10\n');

async function split_server() {
  const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const [old, now] = ['old', 'new'].map((side) => join(folder, `callgrind.out.${side}`));
  await writeFile(old, kSplit);
  await writeFile(now, kMoreExpensive);
  const server = await real_server([now], [old]);
  return {
    ...server,
    file_id: async () => (await asked(server, '/api/files')).rows[0].file_id,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

const first_row = (page) => page.textContent('.grid-body .grid-row');

describe('filters', () => {
  it('are made in a dialog that tries them, stand as chips, and go away', async () => {
    await opened(one, '/functions', async (page) => {
      const before = await page.textContent('.status');
      await page.click('button:has-text("Filter")');
      await page.fill('dialog input', 'main(');
      await page.waitForSelector('dialog .fault:has-text("not a valid regular expression")');
      assert.equal(await page.getAttribute('dialog input', 'aria-invalid'), 'true');
      assert.ok(await page.isDisabled('dialog button:has-text("Add")'));
      await page.fill('dialog input', '^main$');
      await page.waitForSelector('dialog .note:has-text("--focus kept")');
      await page.click('dialog button:has-text("Add")');
      await page.keyboard.press('Escape');
      await page.waitForSelector('.banner:has-text("--focus kept")');
      assert.match(page.url(), /focus=%5Emain\$/);
      await settled(page);
      await page.click('[aria-label^="Remove focus"]');
      await page.waitForFunction(() => !window.location.search.includes('focus'));
      await page.waitForFunction((text) => document.querySelector('.status').textContent === text, before);
    });
  });
  it('are one key away from the selected function, in every view and in the command', async () => {
    await opened(one, '/functions', async (page) => {
      await page.click('.grid-body .grid-row .num');
      await page.waitForSelector('.detail-body .actions');
      const name = await page.textContent('.grid-row.selected .name bdi');
      await page.keyboard.press('F');
      // At once: no key is lost while answers are on their way.
      await page.waitForFunction(() => window.location.search.includes('focus='));
      await page.keyboard.press('h');
      await page.waitForFunction(() => window.location.search.includes('hide='));
      await page.waitForSelector('.banner:has-text("--focus kept")');
      await settled(page);
      assert.ok(!(await page.textContent('.grid-body')).includes(name));
      await page.keyboard.press('k');
      await page.waitForSelector('text=Copied');
      const line = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(line, /^quern top --focus '\^.*--hide '\^/);
      for (const view of ['Overview', 'Tree', 'Flame', 'Source', 'Functions']) {
        await page.click(`.tabs a:has-text("${view}")`);
        await settled(page);
        assert.match(page.url(), /focus=.*hide=/);
        assert.deepEqual(await page.$$eval('.fault', (all) => all.map((e) => e.textContent)), []);
      }
    });
  });
  it('work in comparisons, with marks where they guess', async () => {
    await opened(two, '/compare?base=base&hide=%5Eleaf%24', async (page) => {
      assert.match(await page.textContent('.card'), /480,700/);
      const names = await page.$$eval('.grid-body .name > a:first-of-type', (all) =>
        all.map((each) => each.textContent),
      );
      assert.ok(names.includes('middle') && !names.includes('leaf'), names.join());
    });
    await opened(two, '/functions?focus=%28', async (page) => {
      assert.match(await page.textContent('.fault'), /not a valid regular expression/);
    });
    // As `quern diff` and `quern annotate` tell it.
    const server = await split_server();
    try {
      const file = await server.file_id();
      const texts = (page, rows) => page.$$eval(rows, (all) => all.map((each) => each.textContent));
      await opened(server, '/compare?base=base&focus=%5Ef%24', async (page) => {
        const rows = await texts(page, '.grid-body .grid-row');
        assert.ok(rows.some((row) => /^~20~2\d~\+2.*ha\.c$/.test(row)), rows.join('|'));
        assert.ok(rows.some((row) => /^2022\+2.*fa\.c$/.test(row)), rows.join('|'));
        assert.deepEqual(await axe(page), []);
      });
      await opened(server, `/source/${file}?base=off&focus=%5Ef%24`, async (page) => {
        const rows = await texts(page, '.source-row');
        assert.ok(rows.some((row) => /^~6~\d+\.\d+with calls ~6~\d+\.\d+30/.test(row)), rows.join('|'));
        assert.ok(rows.some((row) => /^2233\.85with calls 2233\.8510/.test(row)), rows.join('|'));
        assert.ok(rows.some((row) => /i ?a\.c.*~\d+ calls, ~\d+/.test(row)), rows.join('|'));
        assert.match(await page.textContent('.accounting'), /~ \d+ \(~ /);
        assert.deepEqual(await axe(page), []);
      });
      await opened(server, `/source/${file}?base=base&focus=%5Ef%24`, async (page) => {
        const rows = await texts(page, '.source-row');
        assert.ok(rows.some((row) => /^~4~6~\+2/.test(row)), rows.join('|'));
        assert.deepEqual(await axe(page), []);
      });
      const rules = encodeURIComponent('fn = h: Ir=+1%');
      await opened(server, `/gate?base=base&focus=%5Ef%24&rules=${rules}`, async (page) => {
        assert.match(await page.textContent('tbody'), /failed.*estimated.*~ 20~ 2\d~ \+\d/s);
      });
    } finally {
      await server.stop();
    }
  });
  for (const dark of [false, true]) {
    for (const width of [1280, 320]) {
      it(`shut nobody out, ${width}${dark ? ', dark' : ''}`, async () => {
        await opened(
          one,
          '/functions?focus=main&hide=%40allocators&q=self%20%3E%201%25&qm=hl',
          async (page) => {
            assert.deepEqual(await axe(page), []);
            await page.click('button:has-text("Filter")');
            await page.fill('dialog input', 'x(');
            await page.waitForSelector('dialog .fault');
            assert.deepEqual(await axe(page), []);
          },
          { width, dark },
        );
      });
    }
  }
});

describe('filters under a name', () => {
  const kSets = '.filter-sets';
  const stored = (page, text) =>
    page.evaluate((value) => window.localStorage.setItem('quern.filter-sets', value), text);
  const listed = (page) =>
    page.$$eval(`${kSets} li`, (all) =>
      all.map((each) => [...each.querySelectorAll('bdi, code')].map((part) => part.textContent).join(' ')),
    );
  const told = (text) => `${kSets} [role=status]:has-text("${text}")`;
  const open_dialog = async (page) => {
    await page.keyboard.press('i');
    await page.waitForSelector(kSets);
  };

  it('are saved, replaced, applied in every view and deleted, by keyboard', async () => {
    await opened(one, '/functions?focus=main&hide=%5Estd', async (page) => {
      await open_dialog(page);
      await page.focus(`${kSets} input`);
      await page.keyboard.press('Enter');
      assert.deepEqual(await listed(page), []);
      await page.keyboard.type('   ');
      assert.ok(await page.isDisabled(`${kSets} button:has-text("Save")`));
      await page.keyboard.type(`no std${'!'.repeat(80)}`);
      assert.equal((await page.inputValue(`${kSets} input`)).length, 60);
      await page.fill(`${kSets} input`, ' no std ');
      await page.keyboard.press('Enter');
      await page.waitForSelector(told('Saved as “no std”.'));
      assert.deepEqual(await listed(page), ["no std --focus main --hide '^std'"]);
      assert.equal(await page.getAttribute(`${kSets} li button`, 'aria-current'), 'true');
      await page.click('dialog [aria-label="Remove focus main"]');
      await page.fill(`${kSets} input`, 'no std');
      await page.keyboard.press('Enter');
      await page.waitForSelector(told('Replaced “no std”.'));
      assert.deepEqual(await listed(page), ["no std --hide '^std'"]);
      assert.deepEqual(await axe(page), []);
      await page.goto(one.link('/source?ignore=malloc&q=x'));
      await settled(page);
      await open_dialog(page);
      assert.equal(await page.getAttribute(`${kSets} li button`, 'aria-current'), 'false');
      await page.focus(`${kSets} li button`);
      await page.keyboard.press('Enter');
      await page.waitForSelector(told('Applied “no std”.'));
      assert.equal(new URL(page.url()).search, '?hide=%5Estd&q=x');
      await page.focus(`${kSets} [aria-label="Delete no std"]`);
      await page.keyboard.press('Enter');
      await page.waitForSelector(told('Deleted “no std”.'));
      assert.deepEqual(await listed(page), []);
      assert.ok(await page.evaluate(() => document.activeElement.matches('.filter-sets')));
      assert.equal(await page.evaluate(() => window.localStorage.getItem('quern.filter-sets')), '[]');
    });
  });
  it('are found in the palette', async () => {
    await opened(one, '/flame', async (page) => {
      await stored(page, '[{"name":"noise","query":"hide=malloc&hide=free&e=nothing"}]');
      await page.reload();
      await settled(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('filters: n');
      await page.waitForSelector('[role=option][aria-selected=true]:has-text("Filters: noise")');
      await settled(page);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.crumbs');
      await settled(page);
      assert.equal(new URL(page.url()).search, '?hide=malloc&hide=free');
    });
  });
  it('saved in one tab are not lost by another', async () => {
    await opened(one, '/functions?hide=free', async (page) => {
      const other = await page.context().newPage();
      await other.goto(one.link('/functions?hide=malloc'));
      for (const [each, name] of [[page, 'a'], [other, 'b']]) {
        await settled(each);
        await open_dialog(each);
        await each.fill(`${kSets} input`, name);
        await each.keyboard.press('Enter');
        await each.waitForSelector(told('Saved as'));
      }
      await page.waitForSelector(`${kSets} li:has-text("--hide malloc")`);
      assert.deepEqual(await listed(page), ['a --hide free', 'b --hide malloc']);
      assert.deepEqual(await listed(other), await listed(page));
    });
  });
  it('that are no such thing change nothing', async () => {
    await opened(one, '/functions', async (page) => {
      const long = JSON.stringify([{ name: 'n'.repeat(61), query: '' }]);
      for (const text of ['{', '1', 'null', '{"name":"x"}', '[null]', '[["a","b"]]', '[{"name":"x"}]',
        '[{"name":"","query":""}]', '[{"name":"x","query":1}]', long]) {
        await stored(page, text);
        await page.reload();
        await settled(page);
        await open_dialog(page);
        assert.deepEqual(await listed(page), [], text);
      }
      await stored(page, '[{"name":"<b>\u202ex","query":"%zz&=&hide=%3Cimg%20src%3Dx%3E&__proto__=1"}]');
      await page.reload();
      await settled(page);
      await open_dialog(page);
      assert.deepEqual(await listed(page), ["<b>\\u{202E}x --hide '<img src=x>'"]);
      await page.click(`${kSets} li button`);
      await settled(page);
      assert.equal(new URL(page.url()).search, '?hide=%3Cimg%20src%3Dx%3E');
    });
  });
  for (const dark of [false, true]) {
    it(`shut nobody out at 390 pixels${dark ? ', dark' : ''}`, async () => {
      await opened(
        one,
        '/functions?focus=main',
        async (page) => {
          await open_dialog(page);
          await page.fill(`${kSets} input`, 'n'.repeat(60));
          await page.keyboard.press('Enter');
          await page.waitForSelector(told('Saved as'));
          assert.deepEqual(await axe(page), []);
          const dialog = await page.locator('dialog').boundingBox();
          const wide = await page.$$eval(`${kSets} li *, dialog input`, (all) =>
            all.map((each) => Math.round(each.getBoundingClientRect().right)),
          );
          assert.ok(Math.max(...wide) <= dialog.x + dialog.width, wide.join());
        },
        { width: 390, dark },
      );
    });
  }
});

it('marks the rows that match a query among the others', async () => {
  await opened(one, '/functions?q=name%20~%20%2Fmem%2F', async (page) => {
    const only = Number(await page.getAttribute('.grid', 'aria-rowcount'));
    await page.click('text=show all rows, mark matches');
    await page.waitForFunction(
      (rows) => Number(document.querySelector('.grid')?.getAttribute('aria-rowcount')) > rows,
      only,
    );
    assert.match(await page.textContent('.status'), new RegExp(`${only - 1} match`));
    const rows = await page.$$eval('.grid-body .grid-row', (all) =>
      all.map((row) => [row.classList.contains('fits'), row.querySelector('.name bdi')?.textContent]),
    );
    assert.ok(rows.some(([fits]) => fits) && rows.some(([fits]) => !fits));
    for (const [fits, name] of rows) {
      assert.equal(fits, name.includes('mem'), name);
    }
    assert.ok((await first_row(page)).length > 0);
  });
});

it('shows a deep picture in small, and goes where one clicks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const profile = join(folder, 'deep.folded');
  const stack = Array.from({ length: 60 }, (_, at) => `f${at}`);
  await writeFile(profile, `${stack.join(';')} 100\nf0;g 20\n`);
  const server = await real_server([profile]);
  try {
    await opened(server, '/flame', async (page) => {
      await page.waitForSelector('.minimap .in-sight');
      const area = await (await page.$('.minimap')).boundingBox();
      await page.mouse.click(area.x + area.width / 2, area.y + area.height - 4);
      await page.waitForFunction(() => document.querySelector('.flame-scroll').scrollTop > 200);
      assert.deepEqual(await axe(page), []);
    });
    await opened(one, '/flame?path=', async (page) => {
      const { deep, minimap } = await page.evaluate(() => {
        const box = document.querySelector('.flame-scroll');
        return {
          deep: box.scrollHeight > box.clientHeight + 20,
          minimap: document.querySelector('.minimap') !== null,
        };
      });
      assert.equal(minimap, deep);
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
});
