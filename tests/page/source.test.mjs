// SPDX-License-Identifier: MIT
//
// The costs of source lines, with the calls from them, as wide and narrow windows show them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asked, axe, end_all, kQuern, launch, opened_in, real_server, recorded } from './setup.mjs';

/// Line 6 calls its own function: the sum of these calls counts costs more than once.
const kProfile =
  'version: 1\ncreator: test\nevents: Ir Dr\n\nfl=SOURCE\n' +
  'fn=main\n1 10 1\ncfn=fib\ncalls=1 5\n2 900 9\n' +
  'fn=fib\n5 300 3\ncfn=fib\ncalls=20 5\n6 2000 20\n6 100 2\n7 500 4\n';

let browser;
let folder;
let file;
let one;
let flat;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const source = join(folder, 'rec.c');
  file = join(folder, 'callgrind.out.rec');
  await writeFile(source, Array.from({ length: 9 }, (_, at) => `text ${at + 1};\n`).join(''));
  await writeFile(file, kProfile.replace('SOURCE', source));
  one = await real_server([file]);
  flat = await real_server([recorded('cachegrind.out.wordcount.gz')]);
});
after(async () => {
  await end_all();
  await rm(folder, { recursive: true, force: true });
});

async function first_file(server) {
  const { rows } = await asked(server, '/api/files?limit=500');
  return rows.find((row) => row.file_id !== null).file_id;
}

const heads = (page) =>
  page.$$eval('.source-heads .line-cost', (all) => all.map((each) => each.textContent));
/// The costs of a line, with their shares where these are shown.
const costs_of = (page, line) =>
  page.$$eval(
    '.source-row:not(.is-detail)',
    (rows, wanted) => {
      const row = rows.find((each) => each.querySelector('.line-number')?.textContent === wanted);
      return [...row.querySelectorAll('.line-cost')].map((cell) =>
        [...cell.querySelectorAll('.num')]
          .filter((each) => each.checkVisibility())
          .map((each) => each.textContent)
          .join(' '),
      );
    },
    line,
  );

describe('a source line', () => {
  it('shows its inclusive cost next to its self cost, with bounds if it is recursive', async () => {
    await opened_in(browser, one, `/source/${await first_file(one)}`, async (page) => {
      assert.deepEqual(await heads(page), ['self Ir', 'with calls Ir']);
      assert.deepEqual(await costs_of(page, '2'), ['', '900 98.90']);
      assert.deepEqual(await costs_of(page, '6'), ['100 10.99', '≥100 ≥10.99']);
      assert.deepEqual(await costs_of(page, '7'), ['500 54.95', '500 54.95']);
      const range = 'at least 100, at most 910';
      assert.equal(await page.getAttribute('.source-row .num:has(.mark)', 'title'), range);
      assert.deepEqual(await axe(page), []);
    });
  });
  it('shows those of a second event too', async () => {
    await opened_in(browser, one, `/source/${await first_file(one)}?e2=Dr`, async (page) => {
      assert.deepEqual(await heads(page), ['self Ir', 'with calls Ir', 'self Dr', 'with calls Dr']);
      assert.deepEqual((await costs_of(page, '2')).slice(2), ['', '9 90.00']);
    });
  });
  it('shows its self cost only in a narrow window', async () => {
    const narrow = { width: 390 };
    const work = async (page) => {
      assert.deepEqual(await heads(page), ['self Ir']);
      assert.deepEqual(await costs_of(page, '6'), ['100']);
      assert.deepEqual(await axe(page), []);
    };
    await opened_in(browser, one, `/source/${await first_file(one)}`, work, narrow);
  });
  it('shows its self cost only if the profile has no calls', async () => {
    await opened_in(browser, flat, `/source/${await first_file(flat)}`, async (page) => {
      assert.deepEqual(await heads(page), ['self Ir']);
    });
  });
  it('keeps its inclusive cost in a page of one file, and in a copy from it', async () => {
    const out = join(folder, 'page.html');
    execFileSync(kQuern, ['view', '--no-config', '--html', out, file], { stdio: 'ignore' });
    const page_file = { link: (path) => `file://${out}#${path}` };
    await opened_in(browser, page_file, `/source/${await first_file(one)}`, async (page) => {
      assert.deepEqual(await costs_of(page, '6'), ['100 10.99', '≥100 ≥10.99']);
      await page.click('.view-head .menu button');
      await page.click('[role=menuitem]:has-text("Copy as CSV")');
      await page.waitForSelector('.notice p:has-text("Copied table as CSV")');
      const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
      assert.equal(lines[0], 'line,self:Ir,self:Dr,with_calls:Ir,with_calls:Dr,text');
      assert.equal(lines[6], '6,100,2,≥ 100,≥ 2,text 6;');
    });
  });
});
