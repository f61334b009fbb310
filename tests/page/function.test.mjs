// SPDX-License-Identifier: MIT
//
// The page of a function: its numbers, its calls, its source and what is below it; and how the head
// of the page and names share their room.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { asked, axe, end_all, launch, no_faults, opened_in, real_server, settled } from './setup.mjs';

let browser;
let folder;
let server;
let main;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const lines = Array.from({ length: 60 }, (_, at) => `  step(${at + 1});`);
  await writeFile(join(folder, 'a.c'), `${lines.join('\n')}\n`);
  await writeFile(join(folder, 'a_file_with_a_name_that_is_very_long_indeed.c'), 'int x;\n');
  const profile = join(folder, 'callgrind.out.1');
  await writeFile(
    profile,
    'events: Ir\nfl=a.c\nfn=main\n20 5\n41 90\n42 7\ncfn=seldom\ncalls=3 1\n42 100\ncfn=often\n' +
      'calls=200 1\n43 1000\nfl=a_file_with_a_name_that_is_very_long_indeed.c\nfn=seldom\n1 100\n' +
      'fl=a.c\nfn=often\n50 1000\n',
  );
  server = await real_server([profile]);
  const { rows } = await asked(server, '/api/functions');
  main = rows.find((row) => row.name === 'main').id;
});
after(async () => {
  await end_all();
  await rm(folder, { recursive: true });
});

const opened = (path, work, options) =>
  opened_in(
    browser,
    server,
    path,
    async (page) => {
      await work(page);
      await no_faults(page);
    },
    options,
  );

describe('the page of a function', () => {
  it('has the cost of a call of each callee', async () => {
    await opened(`/fn/${main}`, async (page) => {
      const row_of = (name) => page.textContent(`.grid-row:has-text("${name}")`);
      assert.match(await row_of('often'), /1,000.*200 ?5 ?often/);
      assert.match(await row_of('seldom'), /100.*3 ?33\.33 ?seldom/);
    });
  });
  it('has its source at the hottest line, and a flame graph of what it calls', async () => {
    await opened(`/fn/${main}`, async (page) => {
      await page.waitForSelector('.excerpt .source-row.current');
      assert.match(await page.textContent('.excerpt .source-row.current'), /90.*41.*step\(41\);/);
      assert.equal(await page.locator('.excerpt .source-row').count(), 13);
      const canvas = await (await page.waitForSelector('.fn-flame canvas')).boundingBox();
      assert.ok(canvas.width > 300 && canvas.height >= 40);
      assert.equal(await page.textContent('.status').then((text) => /frames/.test(text)), false);
      assert.deepEqual(await axe(page), []);
      await page.click('h2 a:has-text("Source at line 41")');
      await page.waitForSelector('.source-row.current:has-text("step(41);")');
      await page.goBack();
      await page.click('h2 a:has-text("Flame graph of callees")');
      await page.waitForSelector('h1:text-is("Sandwich")');
    });
  });
  it('stacks them on a phone, below a head of few lines', async () => {
    await opened(
      `/fn/${main}`,
      async (page) => {
        await page.waitForSelector('.fn-flame canvas');
        const top_of = async (selector) => (await page.locator(selector).first().boundingBox()).y;
        assert.ok((await top_of('.figures')) < (await top_of('.subtabs')));
        assert.ok((await top_of('.subtabs')) < (await top_of('.excerpt')));
        assert.ok((await top_of('main')) <= 110, `${await top_of('main')} pixels of head`);
        assert.deepEqual(await axe(page), []);
      },
      { width: 390, height: 844 },
    );
  });
});

it('has no empty part on the page of a leaf', async () => {
  const { rows } = await asked(server, '/api/functions');
  await opened(`/fn/${rows.find((row) => row.name === 'often').id}`, async (page) => {
    await page.waitForSelector('.excerpt .source-row.current');
    await settled(page);
    assert.equal(await page.locator('.fn-flame').count(), 0);
    assert.deepEqual(await axe(page), []);
  });
});

it('cuts the file behind a name before the name', async () => {
  await opened(`/functions?sel=${main}`, async (page) => {
    await settled(page);
    const cut = await page.$$eval('.detail .name, .grid-row .name', (names) =>
      names.flatMap((name) => {
        const own = name.querySelector(':scope > a:not(.where), :scope > bdi:not(.where)');
        return own.scrollWidth > own.clientWidth + 1 ? [own.textContent] : [];
      }),
    );
    assert.deepEqual(cut, []);
  });
});
