// SPDX-License-Identifier: MIT
//
// The costs of source lines, with the calls from them, as wide and narrow windows show them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
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

/// What was inlined into line 7. The page has the lines of the file ID, and no others.
const kTree = [
  {
    function: 'outer<int>(int)',
    with_inlined: [400, 4],
    lines: [{ file: '/x/rec.c', file_id: 'ID', line: 2, self: [100, 1] }],
    inlined: [
      {
        function: 'inner()',
        with_inlined: [300, 3],
        lines: [
          { file: '/x/far.h', line: 7, self: [200, 2] },
          { file: '/x/gone.h', file_id: 'gone', line: 8, self: [100, 1] },
        ],
      },
      { function: 'tiny()', with_inlined: [1, 0], lines: [] },
      { function: 'small()', with_inlined: [2, 0], lines: [] },
    ],
  },
  { function: null, with_inlined: [1, 0], lines: [] },
];

/// A page of one file whose answer about the source is changed: no compiler is needed for that.
async function changed_page(change) {
  const out = join(await mkdtemp(join(folder, 'changed-')), 'page.html');
  execFileSync(kQuern, ['view', '--no-config', '--html', out, file], { stdio: 'ignore' });
  const id = await first_file(one);
  const html = await readFile(out, 'utf8');
  const parts = /^([^]*id="quern-answers"[^>]*>)([^]*?)(<\/script>[^]*)$/.exec(html);
  const book = JSON.parse(gunzipSync(Buffer.from(parts[2], 'base64')));
  const answer = book.answers[`/api/source/${id}`];
  change(answer);
  const packed = gzipSync(JSON.stringify(book)).toString('base64');
  await writeFile(out, parts[1] + packed + parts[3]);
  return { server: { link: (path) => `file://${out}#${path}` }, path: `/source/${id}` };
}

function inline(answer) {
  const [source] = answer.files;
  source.outermost = source.self;
  const line = source.lines.find((each) => each.line === 7);
  const inlined = JSON.parse(JSON.stringify(kTree).replace('"ID"', JSON.stringify(source.id)));
  Object.assign(line, { with_inlined: [901, 8], inlined });
}

/// The rows of inlined code: costs, whether they are open, words.
const inlined_rows = (page) =>
  page.$$eval('.source-row:has(.is-inlined)', (rows) =>
    rows.map((row) => {
      const text = (selector) => row.querySelector(selector)?.textContent ?? '';
      const costs = [...row.querySelectorAll('.line-cost')].slice(0, 2);
      const figures = costs.map((cell) => cell.querySelector('.num')?.textContent ?? '');
      const name = [...row.querySelectorAll('.name > :is(a, bdi)')].map((each) => each.textContent);
      return [...figures, text('.twist'), name.join(' ') || text('.dim')].join('|');
    }),
  );

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
      await page.click('.view-head [aria-haspopup=menu]');
      await page.click('[role=menuitem]:has-text("Copy as CSV")');
      await page.waitForSelector('.notice p:has-text("Copied table as CSV")');
      const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
      assert.equal(lines[0], 'line,self:Ir,self:Dr,with_calls:Ir,with_calls:Dr,text');
      assert.equal(lines[6], '6,100,2,≥ 100,≥ 2,text 6;');
    });
  });
});

describe('what was inlined into a line', () => {
  const kAtFirst = [
    '100|400|▾|outer<int>(int) rec.c:2',
    '|300|▸|inner() far.h:7',
    '||▸|2 inlined functions',
    '|1||(no name)',
  ];
  it('is a tree that the mouse and keys open and close', async () => {
    const { server, path } = await changed_page(inline);
    const work = async (page) => {
      assert.deepEqual((await heads(page)).slice(0, 2), ['self Ir', 'with inlined Ir']);
      assert.deepEqual(await inlined_rows(page), kAtFirst);
      await page.focus('button[aria-label="Open inner()"]');
      await page.keyboard.press('ArrowRight');
      const opened = [kAtFirst[0], '|300|▾|inner() far.h:7', '200|||/x/far.h:7'];
      assert.deepEqual((await inlined_rows(page)).slice(0, 3), opened);
      assert.deepEqual(await axe(page), []);
      // The focus stays where it was.
      await page.keyboard.press('ArrowLeft');
      assert.deepEqual(await inlined_rows(page), kAtFirst);
      await page.click('button[aria-label="Open 2 inlined functions"]');
      assert.deepEqual((await inlined_rows(page)).slice(2, 5), [
        '||▾|2 inlined functions',
        '|1||tiny()',
        '|2||small()',
      ]);
      await page.click('button[aria-label="Close outer<int>(int)"]');
      const closed = ['100|400|▸|outer<int>(int) rec.c:2', kAtFirst[3]];
      assert.deepEqual(await inlined_rows(page), closed);
    };
    await opened_in(browser, server, path, work);
    await opened_in(browser, server, path, work, { width: 390, dark: true });
  });
  it('links to the lines of files that the page has', async () => {
    const { server, path } = await changed_page(inline);
    const work = async (page) => {
      await page.click('button[aria-label="Open inner()"]');
      const links = await page.$$eval('.is-inlined a', (all) => all.map((each) => each.textContent));
      assert.deepEqual(links, ['rec.c:2']);
      await page.click('.is-inlined a');
      assert.match(page.url(), /line=2$/);
      assert.equal(await page.textContent('.source-row.current .line-number'), '2');
      // Line 2 was out of sight.
      const tops = ['.source-row.current', '.source'].map((each) =>
        page.$eval(each, (element) => element.getBoundingClientRect().top),
      );
      const [row, box] = await Promise.all(tops);
      assert.ok(row >= box, `${row} < ${box}`);
    };
    await opened_in(browser, server, path, work, { height: 300 });
  });
  it('is not known without addresses, and a note says so', async () => {
    const note = 'record with --dump-instr=yes to see <it>';
    const { server, path } = await changed_page((answer) => {
      answer.inlined_note = note;
    });
    await opened_in(browser, server, path, async (page) => {
      assert.deepEqual(await heads(page), ['self Ir', 'with calls Ir']);
      assert.deepEqual(await inlined_rows(page), []);
      assert.equal(await page.textContent('.note'), `Note: ${note}`);
    });
  });
});
