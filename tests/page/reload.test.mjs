// SPDX-License-Identifier: MIT
//
// A profile that changes while it is looked at, in front of `quern view` itself.
import assert from 'node:assert/strict';
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { axe, end_all, launch, opened_in, real_server, settled } from './setup.mjs';

const profile = (cost) => `events: Ir\nfl=a.c\nfn=main\n1 ${cost}\n`;

let browser;
let folder;
let file;
let server;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  file = join(folder, 'p.cg');
  await writeFile(file, profile(5));
  server = await real_server([file]);
});
after(async () => {
  await end_all();
  await rm(folder, { recursive: true, force: true });
});

const kStale = '.banner.is-stale';

describe('a reload that fails', () => {
  it('is shown for as long as it holds, also after F5', async () => {
    await opened_in(browser, server, '/functions', async (page) => {
      await writeFile(file, "nobody's format\n");
      await page.waitForSelector(`${kStale}:has-text("The numbers are those from before")`);
      assert.match(await page.textContent(kStale), /p\.cg.*unrecognised/s);
      assert.match(await page.textContent('footer.status'), /out of date/);
      assert.equal(await page.textContent('.grid-body .grid-row .num'), '5');
      assert.deepEqual(await axe(page), []);
      await page.reload();
      await settled(page);
      assert.ok(await page.isVisible(kStale));
      await writeFile(file, profile(61));
      await page.waitForSelector(kStale, { state: 'detached' });
      await page.waitForSelector('.grid-body .num:has-text("61")');
    });
  });
  it('is shown for a file that was removed', async () => {
    await opened_in(browser, server, '/', async (page) => {
      await unlink(file);
      await page.waitForSelector(`${kStale}:has-text("no-such-file")`);
      await writeFile(file, profile(7));
      await page.waitForSelector(kStale, { state: 'detached' });
    });
  });
});
