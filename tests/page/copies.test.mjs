// SPDX-License-Identifier: MIT
//
// What is copied: tables that another program can take, and commands that show the same, in front of
// `quern view` itself.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asked, end_all, kQuern, launch, opened_in, real_server, settled } from './setup.mjs';

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
let started;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  file = join(folder, 'callgrind.out.new');
  const old = join(folder, 'callgrind.out.old');
  await writeFile(file, kProfile);
  await writeFile(old, kProfile.replace('1 20 1', '1 12 1'));
  one = await real_server([file]);
  two = await real_server([file], [old]);
  started = await real_server([file], [], ['--hide', '^-', '--scale', 'main=0']);
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
  await page.click('.view-head [aria-haspopup=menu]');
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
        'Role,Ir,Calls,Per call,Function,File,Object\n' +
          'caller,60,2,30,main,main.c,app\ncallee,40,6,6.666666666666667,-[NSThing draw:],main.c,app\n',
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
  it('says what groups by class are', async () => {
    const { rows } = await asked(one, '/api/functions?group=class');
    const { id } = rows.find((row) => row.name === 'a.c');
    await opened(one, `/fn/${id}?group=class`, async (page) => {
      assert.equal(
        await copied(page, 'CSV'),
        'Role,Ir,Calls,Per call,Function,File,Object,Kind\n' +
          'caller,60,2,30,main.c,main.c,app,file\ncallee,40,6,6.666666666666667,main.c,main.c,app,file\n',
      );
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

/// What would end a cell, run, link or mention somebody.
const kBadNames = [
  'f(int, "x")',
  'tab\tand\u001b[31m',
  'right\u202eleft',
  'App\\xbeef\\Text',
  '=1+1',
  '@octocat/team',
  'get https://evil.example/a_b',
  'a|b`c`*',
];

/// The cells of a column of names, as they are written; `before`: columns of numbers before it.
function name_cells(text, form, before) {
  const rows = text.trimEnd().split('\n').slice(form === 'Markdown' ? 2 : 1);
  const cell = {
    CSV: new RegExp(`^(?:\\d*,){${before}}("(?:[^"]|"")*"|[^,]*)`),
    TSV: new RegExp(`^(?:\\d*\\t){${before}}([^\\t]*)`),
    Markdown: new RegExp(`^\\| (?:\\d* \\| ){${before}}(.*?) \\| `),
  }[form];
  // A report in Markdown has words after its table.
  return rows.flatMap((row) => cell.exec(row)?.[1] ?? []);
}

it('a table that the page writes has the cells of the command', async () => {
  const bad = join(folder, 'callgrind.out.bad');
  const rows = kBadNames.map((name, at) => `fn=${name}\n1 ${100 - at}\n`).join('');
  await writeFile(bad, `version: 1\ncreator: test\nevents: Ir\n\nfl=a.c\n${rows}`);
  const out = join(folder, 'bad.html');
  execFileSync(kQuern, ['view', '--no-config', '--html', out, bad], { stdio: 'ignore' });
  const page_file = { link: (path) => `file://${out}#${path}` };
  await opened(page_file, '/functions', async (page) => {
    for (const [form, format] of Object.entries({ CSV: 'csv', TSV: 'tsv', Markdown: 'md' })) {
      const words = ['top', '--no-config', '--format', format, bad];
      const written = execFileSync(kQuern, words, { encoding: 'utf8' });
      const cells = name_cells(await copied(page, form), form, 3);
      assert.deepEqual(cells, name_cells(written, form, 0));
      assert.equal(cells.length, kBadNames.length);
    }
  });
});

async function command(page) {
  await page.keyboard.press('k');
  await page.waitForSelector('.notice p');
  return { told: await page.textContent('.notice p'), line: await clipboard(page) };
}

/// What a shell makes of a command.
function run(line) {
  return execFileSync('bash', ['-c', line.replace(/^quern/, '"$QUERN"')], {
    env: { ...process.env, QUERN: kQuern },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('a copied command', () => {
  it('has the options that quern view was started with', async () => {
    await opened(started, '/functions', async (page) => {
      const { line } = await command(page);
      assert.match(line, /^quern top --what-if main=0 --hide '\^-' --no-config \S+out\.new$/);
      assert.equal(await page.textContent('.grid-body .num'), /^ *(\d+) .*both/m.exec(run(line))?.[1]);
      await page.click('button:has-text("Filter")');
      await page.waitForSelector("dialog .note:has-text(\"--what-if main=0 --hide '^-'\")");
    });
  });
  it('tells functions of one name apart, or is none', async () => {
    const both = await id_of(one, 'both');
    await opened(one, `/fn/${both}`, async (page) => {
      await page.evaluate(() => navigator.clipboard.writeText('before'));
      const { told, line } = await command(page);
      assert.match(told, /2 functions have its name/);
      assert.equal(line, 'before');
    });
    const dashed = await id_of(one, '-[NSThing draw:]');
    await opened(one, `/fn/${dashed}?parts=2`, async (page) => {
      const { line } = await command(page);
      assert.match(line, / -- '-\[NSThing draw:\]' /);
      assert.match(run(line), /both/);
    });
  });
  it('runs, and says what it leaves out', async () => {
    const notes = {
      '/?parts=2&e=Dr': /^Copied command$/,
      '/flame?e=Dr&e2=Ir': /^Copied command$/,
      '/functions?q=self%20%3E%201%25': /^Copied command$/,
      '/source?base=off&q=self%20%3E%201%25': /; it takes no query/,
      '/tree?q=self%20%3E%201%25': /^Copied command$/,
    };
    for (const [path, note] of Object.entries(notes)) {
      await opened(two, path, async (page) => {
        const { told, line } = await command(page);
        assert.match(told, note, path);
        assert.ok(run(line).length > 0, line);
      });
    }
    const main = await id_of(one, 'main');
    await opened(one, `/flame?path=${main}`, async (page) => {
      assert.match((await command(page)).told, /without the zoom/);
    });
    await opened(two, '/gate?e=Dr', async (page) => {
      assert.match((await command(page)).told, /needs a base and a rule/);
    });
  });
});

describe('a query', () => {
  it('narrows the comparison and source files, and is shown as not used elsewhere', async () => {
    await opened(two, '/compare?base=base&kinds=unchanged&q=name%20%3D%20both', async (page) => {
      assert.equal(await page.getAttribute('.grid', 'aria-rowcount'), '3');
      assert.doesNotMatch(await page.textContent('.crumbs'), /without effect/);
    });
    await opened(one, '/source?q=name%20~%20%2Fb%2F', async (page) => {
      assert.equal(await page.getAttribute('.grid', 'aria-rowcount'), '2');
      for (const view of ['Overview', 'Tree', 'Gate']) {
        await page.click(`.tabs a:has-text("${view}")`);
        await settled(page);
        assert.match(await page.textContent('.crumbs'), /query, not used here/, view);
      }
    });
  });
});

describe('a choice of threads', () => {
  it('is shown as not used in comparisons, which are of all threads', async () => {
    await opened(two, '/compare?base=base&threads=1', async (page) => {
      assert.match(await page.textContent('.crumbs'), /threads, not used here/);
    });
    await opened(two, '/functions?base=off&threads=1', async (page) => {
      assert.doesNotMatch(await page.textContent('.crumbs'), /not used here/);
    });
  });
});

describe('a filter of a selected function', () => {
  it('tells whom else it means', async () => {
    const both = await id_of(one, 'both', 1);
    await opened(one, `/functions?sel=${both}`, async (page) => {
      await page.keyboard.press('h');
      await page.waitForSelector('.notice p:has-text("Functions of the same name in b.c are filtered too")');
    });
    const main = await id_of(one, 'main');
    await opened(one, `/functions?sel=${main}`, async (page) => {
      await page.keyboard.press('h');
      await page.waitForFunction(() => window.location.search.includes('hide='));
      await settled(page);
      assert.equal(await page.$('.notice p'), null);
    });
  });
});
