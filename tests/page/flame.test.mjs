// SPDX-License-Identifier: MIT
//
// The flame graph under a pointer: what it says of a frame, and which frame two clicks zoom into.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { axe_in_both, end_all, launch, opened_in, real_server, require_build } from './setup.mjs';

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
async function place(page, hundredths, levels = 2) {
  const area = await (await page.waitForSelector('.flame-scroll canvas')).boundingBox();
  return [area.x + (area.width * hundredths) / 100, area.y + (1.5 * area.height) / levels];
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
    const [x, y] = await place(page, 50, 3);
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

it('zooms by the wheel around the pointer, moves when dragged, and shows all again', async () => {
  await opened_in(browser, server, '/flame', async (page) => {
    const told_at = async (hundredths) => {
      const [x, y] = await place(page, hundredths);
      await page.mouse.move(x, y + 1);
      await page.mouse.move(x, y);
      return (await tip(page)).replace(/ *\d.*/, '');
    };
    assert.equal(await told_at(95), 'thin');
    await page.mouse.wheel(0, -800);
    await page.waitForTimeout(100);
    assert.equal(await told_at(80), 'thin', 'it is wider now');
    assert.equal(await told_at(50), 'wide');
    const [right, y] = await place(page, 80);
    const [left] = await place(page, 20);
    await page.mouse.move(right, y);
    await page.mouse.down();
    await page.mouse.move(left, y, { steps: 4 });
    await page.mouse.up();
    assert.equal(await told_at(50), 'thin');
    assert.equal(await page.locator('.detail').count(), 0, 'dragging is no click');
    await page.focus('.flame-scroll');
    await page.keyboard.press('0');
    assert.equal(await told_at(80), 'wide');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    assert.equal(await told_at(95), 'wide');
  });
});

it('takes the height that there is, up to a readable one', async () => {
  await opened_in(browser, server, '/flame', async (page) => {
    const area = await (await page.waitForSelector('.flame-scroll canvas')).boundingBox();
    assert.equal(area.height, 64);
  });
});

it('lets the reader choose the color of a group, and keeps it', async () => {
  const color_at = (page, hundredths) =>
    page.evaluate((part) => {
      const canvas = document.querySelector('.flame-scroll canvas');
      const at = [(canvas.width * part) / 100, canvas.height * 0.75 + 4].map(Math.round);
      return [...canvas.getContext('2d').getImageData(...at, 1, 1).data.slice(0, 3)].join();
    }, hundredths);
  await opened_in(browser, server, '/flame?color=file', async (page) => {
    await page.waitForSelector('.flame-scroll canvas');
    const automatic = await color_at(page, 30);
    await page.click('text=Colors…');
    const field = page.getByLabel('a.c', { exact: true });
    await field.fill('#20c0ff');
    assert.deepEqual(await axe_in_both(page), []);
    await page.keyboard.press('Escape');
    assert.equal(await color_at(page, 30), '32,192,255');
    await page.reload();
    await page.waitForSelector('.flame-scroll canvas');
    await page.click('text=Colors…');
    assert.equal(await page.getByLabel('a.c', { exact: true }).inputValue(), '#20c0ff');
    await page.click('.group-colors button');
    await page.keyboard.press('Escape');
    assert.equal(await color_at(page, 30), automatic);
  });
});
