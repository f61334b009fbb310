// SPDX-License-Identifier: MIT
//
// Both sides of a comparison in trees and pictures, and a function's callers and callees however
// far, in front of `quern view` itself.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { axe, kTop, launch, open_page, real_server, recorded, settled } from './setup.mjs';

let browser;
let two;
let calls;
before(async () => {
  browser = await launch();
  two = await real_server(
    [recorded('callgrind.out.leaf-new.gz')],
    [recorded('callgrind.out.leaf-old.gz')],
  );
  calls = await real_server([join(kTop, 'docs/examples/cachegrind.out.shop')]);
});
after(async () => {
  await browser?.close();
  await two?.stop();
  await calls?.stop();
});

async function opened(server, path, work, options) {
  const page = await open_page(browser, server, path, options);
  try {
    await work(page);
    assert.deepEqual(await page.$$eval('.fault', (all) => all.map((e) => e.textContent)), []);
    assert.deepEqual(page.complaints, []);
  } finally {
    await page.context().close();
  }
}

async function id_of(server, name) {
  const answer = await fetch(`${server.origin}/api/search?s=${encodeURIComponent(name)}`, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  return (await answer.json()).functions.rows[0].id;
}

describe('both sides in one', () => {
  it('stand in a tree that closes and opens by keys, as its link tells', async () => {
    await opened(two, '/tree?base=base', async (page) => {
      const text = await page.textContent('.grid-body');
      assert.match(text, /607,414.*1,088,114.*\+480,700/s);
      const rows = Number(await page.getAttribute('.grid', 'aria-rowcount'));
      await page.focus('.grid');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(
        (before) => Number(document.querySelector('.grid').getAttribute('aria-rowcount')) < before,
        rows,
      );
      assert.match(await page.evaluate(() => window.location.search), /closed=\d/);
    });
  });
  it('stand in a picture, and in its outline', async () => {
    await opened(two, '/flame?base=base', async (page) => {
      assert.match(await page.textContent('.note'), /costs more.*\+480,700/s);
      await page.focus('.flame-scroll');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.click('text=Show as outline');
      await settled(page);
      assert.match(await page.textContent('.grid-body'), /leaf/);
    });
  });
});

describe('a function', () => {
  it('has all that runs below it, and single calls where they are known', async () => {
    const id = await id_of(calls, '{main}');
    await opened(calls, `/fn/${id}?tab=all`, async (page) => {
      assert.match(await page.textContent('.grid-body'), /Shop\\Prices->lookup/);
    });
    await opened(calls, `/fn/${await id_of(calls, 'Shop\\Prices->of')}`, async (page) => {
      await page.click('text=Single calls');
      await settled(page);
      assert.match(await page.textContent('.fn-main'), /18 calls/);
    });
  });
});

for (const options of [
  { width: 1280, dark: false },
  { width: 1280, dark: true },
  { width: 320, dark: false },
  { width: 320, dark: true },
]) {
  it(`shuts nobody out, ${JSON.stringify(options)}`, async () => {
    const id = await id_of(calls, 'Shop\\Prices->of');
    for (const [server, path] of [
      [two, '/tree?base=base'],
      [two, '/flame?base=base'],
      [calls, `/fn/${id}?tab=all&way=callers`],
      [calls, `/fn/${id}?tab=calls`],
    ]) {
      await opened(
        server,
        path,
        async (page) => assert.deepEqual(await axe(page), [], path),
        options,
      );
    }
  });
}

it('prints a list in whole, not what one has scrolled to', async () => {
  await opened(two, '/functions', async (page) => {
    await page.evaluate(() => {
      window.print = () => {
        window.printed_rows = document.querySelectorAll('.printed tbody tr').length;
        window.dispatchEvent(new Event('afterprint'));
      };
    });
    const rows = Number(await page.getAttribute('.grid', 'aria-rowcount')) - 1;
    assert.ok(rows > 60, `${rows} rows are too few to tell`);
    await page.click('text=Copy, save');
    await page.click('[role=menuitem]:has-text("Print")');
    await page.waitForFunction(() => window.printed_rows !== undefined);
    assert.equal(await page.evaluate(() => window.printed_rows), rows);
    await page.waitForFunction(() => document.querySelector('.printed') === null);
  });
});

it('shows the words of source lines apart, to whoever sees few colours too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  await writeFile(
    join(folder, 'a.c'),
    '#include <stdio.h>\n/* what\n   it is */\nint main(void) {\n  return 42 + sizeof "</b>";\n}\n',
  );
  const profile = join(folder, 'callgrind.out.1');
  await writeFile(profile, 'events: Ir\nfl=a.c\nfn=main\n4 5\n5 70\n');
  const server = await real_server([profile]);
  try {
    for (const dark of [false, true]) {
      await opened(
        server,
        '/source',
        async (page) => {
          await page.click('.grid-body .name a');
          await settled(page);
          const told = await page.$$eval('.source-text span', (all) =>
            all.map((each) => `${each.className} ${each.textContent}`),
          );
          for (const word of [
            'syntax-directive #include <stdio.h>',
            'syntax-comment    it is */',
            'syntax-keyword return',
            'syntax-number 42',
            'syntax-string "</b>"',
          ]) {
            assert.ok(told.includes(word), `${word}: ${told.join('|')}`);
          }
          assert.deepEqual(await axe(page), []);
        },
        { dark },
      );
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
});
