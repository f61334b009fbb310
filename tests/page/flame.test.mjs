// SPDX-License-Identifier: MIT
//
// The flame graph under a pointer: what it says of a frame, and which frame two clicks zoom into.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { end_all, launch, opened_in, real_server, require_build } from './setup.mjs';

require_build();
let browser;
let folder;
let server;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  // In Ir `wide` has nine tenths and is left of `thin`; in Dr `thin` has, and is in its place.
  const profile = join(folder, 'callgrind.out.two');
  await writeFile(
    profile,
    'events: Ir Dr\nfl=a.c\nfn=main\n1 0 0\ncfn=thin\ncalls=1 1\n1 10 900\ncfn=wide\n' +
      'calls=1 1\n1 90 100\nfn=thin\n2 10 900\nfn=wide\n3 90 100\n',
  );
  server = await real_server([profile]);
});
after(async () => {
  await server?.stop();
  await end_all();
  await rm(folder, { recursive: true });
});

/// Where the second level is, at so many hundredths of the width.
async function place(page, hundredths) {
  const area = await (await page.waitForSelector('.flame-scroll canvas')).boundingBox();
  return [area.x + (area.width * hundredths) / 100, area.y + 30];
}

const tip = (page) => page.textContent('.tip');

it('tells of the frame under a pointer at rest in the event that is shown', async () => {
  await opened_in(browser, server, '/flame', async (page) => {
    await page.mouse.move(...(await place(page, 50)));
    await page.waitForSelector('.tip');
    assert.match(await tip(page), /^wide *90 Ir · 90\.00 %/);
    await page.keyboard.press('e');
    await page.waitForFunction(() => document.querySelector('.tip')?.textContent.includes('Dr'));
    assert.match(await tip(page), /^thin *900 Dr · 90\.00 %/);
  });
});

it('never names an event whose costs are still on their way', async () => {
  await opened_in(browser, server, '/flame', async (page) => {
    await page.mouse.move(...(await place(page, 50)));
    await page.waitForSelector('.tip');
    let go_on;
    const held = new Promise((resolve) => {
      go_on = resolve;
    });
    await page.route(/api\/flame.*e=Dr/, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('e');
    await page.waitForFunction(() => window.location.search.includes('e=Dr'));
    assert.match(await tip(page), /^wide *90 Ir · 90\.00 %/);
    go_on();
    await page.waitForFunction(() => document.querySelector('.tip')?.textContent.includes('Dr'));
    await page.unroute(/api\/flame.*e=Dr/);
  });
});

it('says callers of what leads to a function', async () => {
  const file = join(folder, 'few.folded');
  await writeFile(file, `a;main;f 1000000\n${'xyz'.replace(/./g, '$&;main;f 1\n')}`);
  const few = await real_server([file]);
  await opened_in(browser, few, '/flame?inv=1', async (page) => {
    const [x, y] = await place(page, 50);
    await page.mouse.move(x, y);
    await page.waitForSelector('.tip');
    assert.match(await tip(page), /^main.* · 3 callers too small to draw$/);
  });
  await few.stop();
});

it('zooms into what one clicks on twice, though details would move the picture', async () => {
  await opened_in(browser, server, '/flame', async (page) => {
    const [x, y] = await place(page, 85); // in `wide`; behind it once the picture is narrower
    await page.mouse.click(x, y);
    await page.waitForSelector('.detail');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.detail', { state: 'detached' });
    await page.mouse.dblclick(x, y, { delay: 30 });
    await page.waitForSelector('.zoom-path [aria-current]');
    assert.equal(await page.textContent('.zoom-path [aria-current]'), 'wide');
  });
});
