// SPDX-License-Identifier: MIT
//
// Both sides of a comparison in trees and pictures, and a function's callers and callees however
// far, in front of `quern view` itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
