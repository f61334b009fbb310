// SPDX-License-Identifier: MIT
//
// The page as one uses it: by keyboard alone, by links, with trouble on the way.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  end_all,
  hostile_profile,
  launch,
  opened_in,
  patient_page,
  recorded,
  require_build,
  settled,
  stand_in,
} from './setup.mjs';

require_build();
let browser;
let one;
let two;
before(async () => {
  browser = await launch();
  one = await stand_in([recorded('callgrind.out.cache.gz')]);
  two = await stand_in(
    [recorded('callgrind.out.leaf-new.gz')],
    [recorded('callgrind.out.leaf-old.gz')],
  );
});
after(end_all);

const here = (page) => page.evaluate(() => window.location.pathname + window.location.search);
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const first_name = (page) => page.textContent('.grid-body .grid-row .name bdi');

const opened = (server, path, work, options) => opened_in(browser, server, path, work, options);

describe('the token', () => {
  it('leaves the address at once, and is in no link', async () => {
    await opened(one, '/functions', async (page) => {
      assert.equal(await page.evaluate(() => window.location.href), `${one.origin}/functions`);
      await page.keyboard.press('l');
      await page.waitForSelector('.notice p');
      assert.equal(await clipboard(page), `${one.origin}/functions`);
      assert.equal(
        await page.evaluate(() => JSON.stringify(localStorage).includes('test-token')),
        false,
      );
      await page.reload();
      await settled(page);
      assert.equal(await page.textContent('h1'), 'Functions');
    });
  });
  it('is given to other tabs of the browser, however they were opened', async () => {
    await opened(one, '/functions', async (page) => {
      const clicked = page.context().waitForEvent('page');
      await page.click('nav a:text-is("Tree")', { modifiers: ['Control'] });
      const pasted = await page.context().newPage();
      await pasted.goto(`${one.origin}/functions`);
      for (const [tab, title] of [
        [await clicked, 'Call tree'],
        [pasted, 'Functions'],
      ]) {
        await settled(tab);
        assert.equal(await tab.textContent('h1'), title);
        await tab.reload();
        await settled(tab);
        assert.equal(await tab.textContent('h1'), title);
        await tab.close();
      }
    });
  });
  it('is asked for when it is missing', async () => {
    const context = await browser.newContext();
    const page = await patient_page(context);
    await page.goto(`${one.origin}/functions`);
    await page.waitForSelector('main.alone');
    assert.match(await page.textContent('main'), /quern view/);
    await context.close();
  });
});

describe('the keyboard alone', () => {
  it('goes from view to view, to a row, into it and back', async () => {
    await opened(one, '/', async (page) => {
      await page.keyboard.press('2');
      await page.waitForSelector('.grid-body .grid-row');
      assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1');
      await page.focus('.grid');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector('.grid-row.selected');
      const name = await page.textContent('.grid-row.selected .name bdi');
      await page.keyboard.press('Enter');
      await page.waitForFunction((text) => document.querySelector('h1').textContent === text, name);
      await page.keyboard.press('u');
      await page.waitForFunction((text) => document.querySelector('h1').textContent !== text, name);
      await page.keyboard.press('Backspace');
      await page.waitForFunction((text) => document.querySelector('h1').textContent === text, name);
      await page.keyboard.press('Backspace');
      await page.waitForFunction(() => document.querySelector('h1').textContent === 'Functions');
    });
  });
  it('reaches the last of all rows', async () => {
    await opened(one, '/functions', async (page) => {
      await page.focus('.grid');
      await page.keyboard.press('End');
      const last = Number(await page.getAttribute('.grid', 'aria-rowcount'));
      await page.waitForSelector(`.grid-row.active[aria-rowindex="${last}"]`);
      const active = await page.getAttribute('.grid', 'aria-activedescendant');
      assert.notEqual(await page.$(`[id="${active}"]`), null);
      await page.keyboard.press('Home');
      await page.waitForSelector('.grid-row.active[aria-rowindex="2"]');
    });
  });
  it('draws only the rows in sight, wherever a table stands', async () => {
    for (const path of ['/functions', '/flame?as=outline', '/flame?as=outline&inv=1', '/source']) {
      await opened(one, path, async (page) => {
        await page.waitForSelector('.grid-body .grid-row');
        const rows = await page.$$eval('.grid-body .grid-row', (all) => all.length);
        assert.ok(rows < 80, `${rows} rows are drawn at ${path}`);
      });
    }
  });
  it('selects the last of all rows once it has come', async () => {
    await opened(one, '/functions', async (page) => {
      let go_on;
      const held = new Promise((done) => {
        go_on = done;
      });
      await page.route(/functions.*offset=[1-9]/, async (route) => {
        await held;
        await route.continue();
      });
      await page.focus('.grid');
      await page.keyboard.press('ArrowDown');
      const second = await page.textContent('.grid-row.selected .name bdi');
      await page.keyboard.press('End');
      const last = Number(await page.getAttribute('.grid', 'aria-rowcount'));
      assert.ok(last > 200);
      await page.waitForSelector('.grid-row.placeholder');
      go_on();
      await page.waitForSelector(`.grid-row.active.selected[aria-rowindex="${last}"]`);
      await page.keyboard.press('Enter');
      await page.waitForFunction((text) => document.querySelector('h1').textContent !== text, 'Functions');
      assert.notEqual(await page.textContent('h1'), second);
    });
  });
  it('gets back to where it was when a dialog is closed', async () => {
    await opened(one, '/functions', async (page) => {
      for (const key of ['v', 'i', '?', 'Control+k']) {
        await page.focus('.grid');
        await page.keyboard.press(key);
        await page.waitForSelector('dialog');
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog', { state: 'detached' });
        await page.waitForFunction(() => document.activeElement.className === 'grid');
      }
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector('.grid-row.selected');
    });
  });
  it('opens the hottest path of the tree', async () => {
    await opened(one, '/tree?open=-', async (page) => {
      await page.waitForSelector('.grid-row[aria-level="1"]');
      await page.click('button:has-text("Open hottest path")');
      await page.waitForSelector('.grid-row[aria-level="6"]');
      const levels = await page.$$eval('.grid-body .grid-row', (rows) =>
        rows.map((row) => Number(row.getAttribute('aria-level'))),
      );
      // The most expensive child is the first one, down to a leaf or a recursion.
      const depth = levels.findIndex((level, at) => level !== at + 1);
      assert.ok(depth >= 8, levels.join());
    });
  });
  it('opens nothing of a tree that the reader has left', async () => {
    await opened(one, '/tree?open=-', async (page) => {
      await page.waitForSelector('.grid-row[aria-level="1"]');
      let was_asked;
      const asked = new Promise((resolve) => {
        was_asked = resolve;
      });
      // Two levels down the answer is still on its way when the reader goes.
      await page.route(/api\/tree\?.*path=[^&]*\./, () => was_asked());
      await page.click('button:has-text("Open hottest path")');
      await asked;
      await page.click('.segmented a:has-text("Bottom-up")');
      await page.waitForSelector('h1:has-text("Callers tree")');
      await page.waitForSelector('.grid-row[aria-level="1"]');
      await settled(page);
      assert.equal(new URL(page.url()).searchParams.get('open'), null);
      await page.unrouteAll();
    });
  });
  it('opens and closes branches of the tree', async () => {
    await opened(one, '/tree?open=-', async (page) => {
      await page.focus('.grid');
      assert.equal(await page.getAttribute('.grid-body .grid-row', 'aria-expanded'), 'false');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('.grid-row[aria-level="2"]');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('.grid-row.active[aria-level="2"]');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('.grid-row[aria-level="2"]', { state: 'detached' });
    });
  });
  it('walks frames, says what they are, zooms and resets', async () => {
    await opened(one, '/flame', async (page) => {
      await page.focus('.flame-scroll');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(() =>
        /below main/.test(document.querySelector('[aria-live=polite]').textContent),
      );
      await page.keyboard.press('z');
      await page.waitForSelector('.zoom-path');
      assert.match(await here(page), /path=/);
      await settled(page);
      await page.focus('.flame-scroll');
      await page.keyboard.press('0');
      await page.waitForSelector('.zoom-path', { state: 'detached' });
    });
  });
  it('finds anything by its name', async () => {
    await opened(one, '/', async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('_int_mall');
      await page.waitForSelector('.palette [role=option]:has-text("_int_malloc")');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('h1').textContent === '_int_malloc');
    });
  });
  it('takes every letter typed after its key, before the next frame too', async () => {
    await opened(one, '/', async (page) => {
      const focused = await page.evaluate(async () => {
        const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', key));
        await null;
        await null;
        return document.activeElement.getAttribute('role');
      });
      assert.equal(focused, 'combobox');
    });
  });
  it('leaves single keys to text, and can be switched off', async () => {
    await opened(one, '/functions', async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('12?');
      assert.equal(await page.inputValue('#query'), '12?');
      assert.equal(await page.$('dialog'), null);
      await page.fill('#query', '');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.waitForSelector('dialog kbd');
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
      await page.goto(`${one.origin}/settings`);
      await page.uncheck('label:has-text("Use single-key shortcuts") input');
      await page.keyboard.press('2');
      assert.match(await here(page), /^\/settings/);
    });
  });
});

describe('the query', () => {
  it('filters, shows as a crumb, and is taken away', async () => {
    await opened(one, '/functions', async (page) => {
      const all = await page.getAttribute('.grid', 'aria-rowcount');
      await page.fill('#query', 'self > 5%');
      await page.waitForSelector('.crumbs code:has-text("self > 5%")');
      await page.waitForFunction(
        (count) => document.querySelector('.grid')?.getAttribute('aria-rowcount') !== count,
        all,
      );
      assert.equal(await page.getAttribute('.grid', 'aria-rowcount'), '4');
      assert.match(await page.textContent('.status'), /3 of/);
      await page.reload();
      await settled(page);
      assert.equal(await page.inputValue('#query'), 'self > 5%');
      await page.click('.crumbs .remove');
      await page.waitForSelector('.crumbs', { state: 'detached' });
    });
  });
  it('takes what is found of a group alone into a copy', async () => {
    await opened(one, '/functions?by=object&in=x', async (page) => {
      await page.click('.view-head [aria-haspopup=menu]');
      await page.click('[role=menuitem]:has-text("Copy as TSV")');
      await page.waitForSelector('.notice p:has-text("TSV")');
      assert.ok((await clipboard(page)).startsWith('Self\tInclusive\tCalls\tFunction\tFile\tObject\n'));
    });
  });
  it('says where it is wrong, and keeps what was shown', async () => {
    await opened(one, '/functions', async (page) => {
      const name = await first_name(page);
      await page.fill('#query', 'self > x');
      await page.waitForSelector('#query-fault');
      assert.equal(await page.getAttribute('#query', 'aria-invalid'), 'true');
      assert.equal(await first_name(page), name);
      assert.equal(await here(page), '/functions');
    });
  });
  it('says that no row matches, and how to clear the query', async () => {
    await opened(one, '/functions?q=name%20%3D%20nothing', async (page) => {
      assert.match(await page.textContent('.empty'), /No row matches/);
      await page.click('.empty button');
      await page.waitForSelector('.grid-body .grid-row');
    });
  });
});

describe('links', () => {
  it('show the same after a reload, in all their keys', async () => {
    const path = '/functions?e=Dr&e2=Dw&group=object&sort=incl&tpl=1';
    await opened(one, path, async (page) => {
      const shown = await page.textContent('.grid');
      assert.match(shown, /Self Dr/);
      await page.reload();
      await settled(page);
      await page.waitForFunction(
        (text) => document.querySelector('.grid')?.textContent === text,
        shown,
      );
      assert.equal(await here(page), path);
    });
  });
  it('tell keys that mean nothing, and go on', async () => {
    await opened(one, '/tree?utm=1', async (page) => {
      assert.match(await page.textContent('.banner'), /utm/);
      await page.waitForSelector('.grid-body .grid-row');
    });
  });
  it('become a command', async () => {
    await opened(one, '/functions?e=Dr&q=self%20%3E%201%25', async (page) => {
      await page.keyboard.press('k');
      await page.waitForSelector('.notice p');
      assert.match(
        await clipboard(page),
        /^quern top --event Dr --where 'self > 1%' .*callgrind\.out\.cache\.gz$/,
      );
    });
  });
});

describe('copies', () => {
  it('are what the command writes', async () => {
    await opened(one, '/functions?q=self%20%3E%205%25', async (page) => {
      await page.click('.view-head [aria-haspopup=menu]');
      await page.click('[role=menuitem]:has-text("Copy as TSV")');
      await page.waitForSelector('.notice p:has-text("TSV")');
      const rows = (await clipboard(page)).trim().split('\n');
      assert.equal(rows.length, 4);
      assert.match(rows[1], /187149/);
    });
  });
});

describe('a comparison', () => {
  it('is copied whole', async () => {
    await opened(two, '/functions?base=base', async (page) => {
      const rows = Number(await page.getAttribute('.grid', 'aria-rowcount'));
      await page.click('.view-head [aria-haspopup=menu]');
      await page.click('[role=menuitem]:has-text("Copy as CSV")');
      await page.waitForSelector('.notice p:has-text("CSV")');
      const text = (await clipboard(page)).trim().split('\n');
      assert.equal(text.length, rows);
      assert.match(text[1], /^leaf,.*,403000,883300,480300,exact,1000,1100,/);
    });
  });
  it('goes on and off, and follows from view to view', async () => {
    await opened(two, '/functions', async (page) => {
      await page.waitForSelector('h1:text-is("Functions compared")');
      await page.keyboard.press('b');
      await page.waitForSelector('h1:text-is("Functions")');
      await page.keyboard.press('b');
      await page.waitForFunction(() => /compared/.test(document.querySelector('h1').textContent));
      await page.waitForSelector('.grid-body .more');
      assert.equal(await page.textContent('.grid-body .grid-row .more'), '+480,300');
      await page.click('.grid-body .grid-row .name a');
      await page.waitForFunction(() => document.querySelector('h1').textContent === 'leaf');
      await page.waitForSelector('.figures .more');
      assert.match(
        await page.textContent('.place-line'),
        /leaf\.c.*leaf.*\+40,300 by more calls.*\+440,000 by more expensive calls/,
      );
      assert.match(await page.getAttribute('.place-line a', 'href'), /^\/source\/\w+\?.*fn=/);
      await page.keyboard.press('b');
      await page.waitForSelector('.figures .share');
    });
  });
  it('is judged by rules', async () => {
    await opened(two, '/gate', async (page) => {
      await page.fill('.rule-form input', 'Ir=+1%');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.verdict.is-failed');
      assert.match(await here(page), /rules=Ir/);
      assert.match(await page.textContent('.is-broken'), /\+480,700/);
      await page.click('.rules button');
      await page.waitForSelector('.verdict', { state: 'detached' });
    });
  });
  it('passes a rule that has nothing to check', async () => {
    await opened(two, '/gate', async (page) => {
      await page.fill('.rule-form input', 'new: Ir=1%');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.verdict.is-passed');
      assert.match(await page.textContent('[aria-label=Results] tbody'), /passed.*new: Ir=1%.*0 checked/);
      await page.click('.view-head [aria-haspopup=menu]');
      await page.click('[role=menuitem]:has-text("Copy as TSV")');
      await page.waitForSelector('.notice p:has-text("TSV")');
      assert.match(await clipboard(page), /^new: Ir=1%\t\tIr\t/m);
    });
  });
});

describe('marks', () => {
  it('stand before every bound, and copies keep them', async () => {
    await opened(one, '/functions?q=name%20%3D%20%22is_even(unsigned%20int)%22', async (page) => {
      const row = await page.textContent('.grid-body .grid-row');
      assert.equal((row.match(/≥/g) ?? []).length, 2, row);
      const words = await page.getAttribute('.grid-body .num[title]', 'title');
      assert.match(words, /at least .*, at most/);
    });
  });
});

describe('trouble', () => {
  it('of one answer leaves the rest of the page', async () => {
    await opened(one, '/', async (page) => {
      one.intercept = (path) =>
        path === '/api/tree'
          ? {
              status: 422,
              body: { error: { code: 'needs-stacks', message: 'no stacks', hint: 'record them' } },
            }
          : undefined;
      await page.keyboard.press('4');
      await page.waitForSelector('.fault');
      assert.match(await page.textContent('.fault'), /no stacks.*needs-stacks.*record them/s);
      one.intercept = null;
      await page.keyboard.press('2');
      await page.waitForSelector('.grid-body .grid-row');
    });
  });
  it('of a server that went away is shown until it is back', async () => {
    const server = await stand_in([recorded('callgrind.out.cache.gz')]);
    await opened(server, '/functions', async (page) => {
      const shown = await first_name(page);
      await server.stop();
      await page.waitForSelector('.banner.is-grey');
      assert.equal(await first_name(page), shown);
      await server.start();
      await page.waitForSelector('.banner.is-grey', { state: 'detached' });
    });
    await server.stop();
  });
  it('of a profile that cannot be read names the place', async () => {
    const server = await stand_in([recorded('callgrind.out.cache.gz')]);
    const error = {
      code: 'bad-line',
      message: 'a cost was expected',
      file: 'x.out',
      line: 7,
      column: 3,
    };
    server.meta = async () => ({
      version: '0',
      state: 'failed',
      hash: null,
      error,
      profiles: [{ id: 'new', files: ['x.out'], state: 'failed' }],
      group_by: [],
      limits: {},
    });
    await opened(server, '/functions', async (page) => {
      assert.match(await page.textContent('.fault'), /x\.out:7:3.*a cost was expected/);
      assert.match(await page.textContent('main'), /valgrind --tool=callgrind/);
    });
    await server.stop();
  });
  it('is none while a profile is still being read', async () => {
    const server = await stand_in([recorded('callgrind.out.cache.gz')]);
    const meta = server.meta.bind(server);
    server.meta = async () => ({
      ...(await meta()),
      state: 'loading',
      hash: null,
      profiles: [{ id: 'new', files: ['x.out'], state: 'loading' }],
    });
    const page = await patient_page(browser);
    await page.goto(server.link('/functions'));
    await page.waitForSelector('.loading');
    await server.listened();
    server.tell({ event: 'progress', read: 5_000_000, total: 20_000_000 });
    await page.waitForSelector('.read-progress');
    assert.match(await page.textContent('.read-progress'), /5,000,000 bytes of 20,000,000/);
    server.meta = meta;
    server.tell({ event: 'ready', hash: 'x' });
    await page.waitForSelector('.grid-body .grid-row');
    await page.close();
    await server.stop();
  });
});

describe('hostile names', () => {
  it('are text wherever they stand', async () => {
    const hostile = await hostile_profile();
    const server = await stand_in([hostile.file]);
    await opened(server, '/functions', async (page) => {
      const text = await page.textContent('.grid');
      assert.ok(text.includes('<img src=x onerror="window.hacked=1">'));
      assert.ok(text.includes('right\\u{202E}left\\u{2066}hidden\\u{200B}'));
      assert.ok(!text.includes('\u202e'));
      assert.ok(!text.includes('L'.repeat(500)), 'a long name is cut');
      for (const path of [
        '/',
        '/tree',
        '/flame',
        '/flame?as=outline',
        '/source',
        '/compare',
        '/gate',
      ]) {
        await page.goto(server.origin + path);
        await settled(page);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(wide <= 0, `${path} is ${wide} too wide`);
      }
      await page.goto(`${server.origin}/functions`);
      await settled(page);
      const rows = await page.$$('.grid-body .grid-row');
      for (let at = 0; at < Math.min(rows.length, hostile.names.length); at += 1) {
        await page.click(`.grid-body .grid-row >> nth=${at}`, { position: { x: 5, y: 5 } });
        await page.waitForSelector('.detail h2');
      }
      await page.keyboard.press('o');
      await page.waitForSelector('.figures');
      assert.equal(await page.evaluate(() => window.hacked), undefined);
      assert.equal(await page.$('img'), null);
    });
    await server.stop();
    await hostile.remove();
  });
});
