// SPDX-License-Identifier: MIT
//
// What is copied: tables that another program can take, and commands that show the same, in front of
// `quern view` itself.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asked, end_all, launch, opened_in, real_server } from './setup.mjs';

/// Two functions named both, one of whose names begins with a dash; each in two parts.
const kPart = (part, cost) =>
  `part: ${part}\nevents: Ir Dr\n\nob=app\nfl=main.c\nfn=main\n1 ${cost} 1\ncfi=a.c\ncfn=both\n` +
  `calls=1 1\n2 30 3\ncfi=b.c\ncfn=both\ncalls=2 1\n3 40 4\n` +
  `fl=a.c\nfn=both\n1 10 1\ncfi=main.c\ncfn=-[NSThing draw:]\ncalls=3 1\n5 20 2\n` +
  `fl=b.c\nfn=both\n1 40 4\nfl=main.c\nfn=-[NSThing draw:]\n9 20 2\n`;
const kProfile = `version: 1\ncreator: test\n\n${kPart(1, 10)}\n${kPart(2, 20)}`;

let browser;
let folder;
let file;
let one;
let two;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  file = join(folder, 'callgrind.out.new');
  const old = join(folder, 'callgrind.out.old');
  await writeFile(file, kProfile);
  await writeFile(old, kProfile.replace('1 20 1', '1 12 1'));
  one = await real_server([file]);
  two = await real_server([file], [old]);
});
after(async () => {
  await end_all();
  await rm(folder, { recursive: true, force: true });
});

const opened = (server, path, work, options) => opened_in(browser, server, path, work, options);
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

async function id_of(server, name, at = 0) {
  const { functions } = await asked(server, `/api/search?s=${encodeURIComponent(name)}`);
  return functions.rows.filter((row) => row.name === name)[at].id;
}

async function copied(page, form) {
  await page.click('.view-head .menu button');
  await page.click(`[role=menuitem]:has-text("Copy as ${form}")`);
  await page.waitForSelector(`.notice p:has-text("Copied table as ${form}")`);
  return clipboard(page);
}

describe('a copied table', () => {
  it('tells callers and callees apart, and functions of one name', async () => {
    const id = await id_of(one, 'both', 1);
    await opened(one, `/fn/${id}`, async (page) => {
      assert.equal(
        await copied(page, 'CSV'),
        'Role,Ir,Calls,Function,File,Object\n' +
          'caller,60,2,main,main.c,app\ncallee,40,6,-[NSThing draw:],main.c,app\n',
      );
    });
    const main = await id_of(two, 'main');
    await opened(two, `/fn/${main}?base=base`, async (page) => {
      const [head, ...rows] = (await copied(page, 'TSV')).trim().split('\n');
      assert.equal(head, 'Role\tOld\tNew\tΔ\tCalls Δ\tFunction\tFile\tObject');
      assert.deepEqual(rows.map((row) => row.split('\t')).map((row) => [row[0], ...row.slice(5)]), [
        ['callee', 'both', 'a.c', 'app'],
        ['callee', 'both', 'b.c', 'app'],
      ]);
    });
  });
  it('is that of the tab that is open', async () => {
    const id = await id_of(one, 'both', 1);
    const tables = {
      all: 'Together,At most,Calls away,Callee,File,Object\n40,40,1,-[NSThing draw:],main.c,app\n',
      path:
        'Inclusive Ir,Self Ir,Function,File,Object\n170,30,main,main.c,app\n60,20,both,a.c,app\n' +
        '40,40,-[NSThing draw:],main.c,app\n',
      parts: 'Part,Self Ir\npart 1,10\npart 2,10\n',
    };
    for (const [tab, text] of Object.entries(tables)) {
      await opened(one, `/fn/${id}?tab=${tab}`, async (page) => {
        assert.equal(await copied(page, 'CSV'), text);
      });
    }
  });
  it('of what changed most has files and objects', async () => {
    await opened(two, '/compare?base=base', async (page) => {
      const [head, row] = (await copied(page, 'TSV')).split('\n');
      assert.match(head, /\tFunction\tFile\tObject$/);
      assert.match(row, /\tmain\tmain\.c\tapp$/);
    });
  });
});
