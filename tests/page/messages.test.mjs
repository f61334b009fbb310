// SPDX-License-Identifier: MIT
//
// What the page says where there is nothing to show, in front of `quern view` itself.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end_all, launch, opened_in, real_server, recorded } from './setup.mjs';

let browser;
let folder;
let empty;
let two;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const file = join(folder, 'callgrind.out.empty');
  await writeFile(file, 'events: Ir\n');
  empty = await real_server([file]);
  two = await real_server(
    [recorded('callgrind.out.leaf-new.gz')],
    [recorded('callgrind.out.leaf-old.gz')],
  );
});
after(async () => {
  await end_all();
  await rm(folder, { recursive: true, force: true });
});

it('says what to run where the profile is empty', async () => {
  await opened_in(browser, empty, '/functions', async (page) => {
    const text = await page.textContent('.empty');
    assert.match(text, /This profile has no functions.*valgrind --tool=callgrind/s);
    assert.doesNotMatch(text, /No row matches/);
  });
});

it('says that filters leave nothing', async () => {
  await opened_in(browser, two, '/functions?focus=nothing-is-called-so', async (page) => {
    assert.match(await page.textContent('.empty'), /The filters remove all costs/);
  });
});

it('gives no verdict of other rules than those that stand there', async () => {
  await opened_in(browser, two, '/gate', async (page) => {
    await page.fill('.rule-form input', 'Ir=+1%');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.verdict.is-failed');
    await page.fill('.rule-form input', 'Ir=+nonsense');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.fault');
    assert.equal(await page.$('.verdict'), null);
  });
});

it('shows a refusal alone, not what was there before', async () => {
  const views = [
    ['/map?base=off', '.map-box canvas, .map-box svg'],
    ['/flame?base=off', '.flame-box canvas'],
    ['/graph?base=off', '.graph-scroll .node'],
  ];
  for (const [path, picture] of views) {
    await opened_in(browser, two, path, async (page) => {
      await page.waitForSelector(picture);
      await page.evaluate(() => {
        window.history.pushState(null, '', `${window.location.href}&focus=(`);
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
      await page.waitForSelector('main .fault');
      assert.equal(await page.$(picture), null, path);
      await page.goBack();
      await page.waitForSelector(picture);
      assert.equal(await page.$('.fault'), null, path);
    });
  }
});
