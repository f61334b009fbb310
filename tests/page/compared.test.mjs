// SPDX-License-Identifier: MIT
//
// Both sides of a comparison in trees and pictures, and a function's callers and callees however
// far, in front of `quern view` itself.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  asked,
  axe,
  axe_in_both,
  checked_in,
  end_all,
  kTop,
  launch,
  real_server,
  recorded,
  settled,
} from './setup.mjs';

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
after(end_all);

const opened = (server, path, work, options) => checked_in(browser, server, path, work, options);

async function id_of(server, name) {
  const found = await asked(server, `/api/search?s=${encodeURIComponent(name)}`);
  return found.functions.rows[0].id;
}

it('offers the events of both sides', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const file = async (name, text) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const server = await real_server(
    [await file('callgrind.out.new', 'events: Ir Dw Dr\nfn=main\n1 90 7 10\n')],
    [await file('callgrind.out.old', 'events: Ir Dr\nfn=main\n1 80 20\n')],
  );
  const offered = (page) =>
    page.$eval('header.top select', (select) => [...select.options].map((each) => each.value));
  await opened(server, '/functions?base=base', async (page) => {
    assert.deepEqual(await offered(page), ['Ir', 'Dr']);
    await page.keyboard.press('e');
    await page.waitForFunction(() => window.location.search.includes('e=Dr'));
    await settled(page);
    await page.keyboard.press('e');
    await page.waitForFunction(() => !/[?&]e=/.test(window.location.search));
  });
  await opened(server, '/functions?base=off', async (page) => {
    assert.deepEqual((await offered(page)).slice(0, 3), ['Ir', 'Dw', 'Dr']);
  });
  await server.stop();
  await rm(folder, { recursive: true });
});

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
      await page.click('text=Show outline');
      await settled(page);
      assert.match(await page.textContent('.grid-body'), /leaf/);
    });
  });
});

describe('both versions of a source', () => {
  const kSources = `--source-path=${join(kTop, 'tests/corpus/src')}`;
  let lines;
  before(async () => {
    lines = await real_server(
      [kSources, recorded('callgrind.out.lines-new.gz')],
      [recorded('callgrind.out.lines-old.gz')],
    );
  });

  it('stand in one list: what is new, gone and like another, with its costs', async () => {
    await opened(lines, '/functions?base=base', async (page) => {
      await page.click('.grid-body a.where:has-text("words.c")');
      await settled(page);
      assert.match(await page.textContent('.note'), /was \/src\/lines-old\/words.c \(a guess\)/);
      const rows = await page.$$eval('.source-row', (all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent.trim()).join('|')),
      );
      const row_of = (text) => rows.find((row) => row.includes(text));
      assert.match(row_of('round < 15'), /^8,000\|24,000\|\+16,000\|6\|7\|≈.*guess/);
      assert.match(row_of('was   for'), /round < 10/);
      assert.match(row_of('if (size != 0)'), /^\|5\|\+5\|\|15\|\+new:\|/);
      assert.match(row_of('table[at] = mix'), /^1,200\|1,200\|\|15\|17\|/);
      assert.match(row_of('→ mix'), /\+8,000/);
      const told = await page.textContent('.accounting');
      assert.match(told, /\+34,001.*\+33,196 on lines that both versions have.*\+1,205 on new lines/);
    });
  });
  it('go from change to change by a key, as the link tells', async () => {
    await opened(lines, '/source?base=base', async (page) => {
      await page.click('.grid-body .name a:has-text("words.c")');
      await settled(page);
      await page.focus('.source');
      await page.keyboard.press('n');
      await page.waitForFunction(() => /line=\d+/.test(window.location.search));
      await page.waitForSelector('.source-row.current');
      await page.click('text=Copy or save');
      await page.click('[role=menuitem]:has-text("Copy as command")');
      const line = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(line, /^quern diff --view annotate --of \/src\/lines-new\/words.c --no-config --source-path \S+ --base/);
    });
  });
  for (const width of [1280, 320]) {
    it(`shut nobody out, ${width} px`, async () => {
      const check = async (page) => assert.deepEqual(await axe_in_both(page), [], page.url());
      for (const path of ['/source?base=base', '/source/lxtcutdjxexuk?base=base']) {
        await opened(lines, path, check, { width });
      }
    });
  }
});

describe('kinds of changes', () => {
  it('are switches on the comparison and on the list of functions', async () => {
    await opened(two, '/compare?base=base', async (page) => {
      await page.click('.chips button:has-text("unchanged")');
      await settled(page);
      assert.match(page.url(), /kinds=unchanged/);
      const changes = await page.$$eval('.grid-body .grid-row', (all) =>
        all.map((row) => row.textContent),
      );
      assert.ok(changes.length > 0 && changes.every((text) => !/[+-][1-9]/.test(text.split(/[a-z_]/i)[0])));
    });
    await opened(two, '/functions?base=base&kinds=changed', async (page) => {
      const pressed = await page.getAttribute('.chips button:has-text("changed"):not(:has-text("un"))', 'aria-pressed');
      assert.equal(pressed, 'true');
      const rows = Number(await page.getAttribute('.grid', 'aria-rowcount')) - 1;
      const told = await page.textContent('.chips button[aria-pressed=true] .num');
      assert.equal(rows, Number(told.replace(/,/g, '')));
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

for (const width of [1280, 320]) {
  it(`shuts nobody out, ${width} px`, async () => {
    const id = await id_of(calls, 'Shop\\Prices->of');
    const check = async (page) => assert.deepEqual(await axe_in_both(page), [], page.url());
    for (const [server, path] of [
      [two, '/tree?base=base'],
      [two, '/flame?base=base'],
      [calls, `/fn/${id}?tab=all&way=callers`],
      [calls, `/fn/${id}?tab=calls`],
    ]) {
      await opened(server, path, check, { width });
    }
  });
}

it('marks what a filter estimated in frames of two sides', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  // h is called by f and by g, and spends in two ways.
  const split =
    'events: Ir\nfn=main\n1 10\ncfn=f\ncalls=2 1\n2 60\ncfn=g\ncalls=1 1\n3 60\n' +
    'fn=f\n10 20\ncfn=h\ncalls=4 1\n11 40\nfn=g\n20 40\ncfn=h\ncalls=6 1\n21 20\n' +
    'fn=h\n30 30\ncfn=i\ncalls=12 1\n32 30\nfn=i\n40 30\n';
  const [old, now] = ['callgrind.out.1', 'callgrind.out.2'].map((name) => join(folder, name));
  await writeFile(old, split);
  await writeFile(now, split.replace('11 40', '11 44').replace('2 60', '2 64').replace('30 30', '30 34'));
  const server = await real_server([now], [old]);
  try {
    const said = async (address, frames) => {
      const words = [];
      await opened(server, `${address}focus=${encodeURIComponent('^f$')}`, async (page) => {
        await page.focus('.flame-scroll');
        for (let at = 0; at < frames; at += 1) {
          await page.keyboard.press('ArrowDown');
          const last = words.at(-1) ?? '';
          await page.waitForFunction(
            (text) => ![text, ''].includes(document.querySelector('.sr[aria-live=polite]').textContent),
            last,
          );
          words.push(await page.textContent('.sr[aria-live=polite]'));
        }
      });
      return words;
    };
    const compared = await said('/flame?base=base&', 4);
    assert.match(compared[1], /^f: 64 Ir.* self 20, exact, old 60, new 64$/);
    assert.match(compared[2], /^h: 44 Ir.* self ~ 2\d, self estimated, old 40, new 44$/);
    assert.match(compared[3], /^i: ~ 2\d Ir.* self ~ 2\d, estimated, old ~ 20, new ~ 2\d$/);
    const alone = await said('/flame?base=off&', 4);
    assert.match(alone[2], /^h: 44 Ir.* self ~ 2\d, self estimated$/);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
});

it('prints a list in whole, not what one has scrolled to', async () => {
  await opened(two, '/functions?unchanged=1', async (page) => {
    await page.evaluate(() => {
      window.print = () => {
        window.printed_rows = document.querySelectorAll('.printed tbody tr').length;
        window.dispatchEvent(new Event('afterprint'));
      };
    });
    const rows = Number(await page.getAttribute('.grid', 'aria-rowcount')) - 1;
    assert.ok(rows > 60, `${rows} rows are too few to tell`);
    await page.click('text=Copy or save');
    await page.click('[role=menuitem]:has-text("Print")');
    await page.waitForFunction(() => window.printed_rows !== undefined);
    assert.equal(await page.evaluate(() => window.printed_rows), rows);
    await page.waitForFunction(() => document.querySelector('.printed') === null);
  });
});

it('distinguishes the tokens of source lines, also for users who see few colors', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  await writeFile(
    join(folder, 'a.c'),
    '#include <stdio.h>\n/* what\n   it is */\nint main(void) {\n  return 42 + sizeof "</b>";\n}\n',
  );
  const profile = join(folder, 'callgrind.out.1');
  await writeFile(profile, 'events: Ir\nfl=a.c\nfn=main\n4 5\n5 70\n');
  const server = await real_server([profile]);
  try {
    for (const dark of [false, true]) {
      await opened(
        server,
        '/source',
        async (page) => {
          await page.click('.grid-body .name a');
          await settled(page);
          const told = await page.$$eval('.source-text span', (all) =>
            all.map((each) => `${each.className} ${each.textContent}`),
          );
          for (const word of [
            'syntax-directive #include <stdio.h>',
            'syntax-comment    it is */',
            'syntax-keyword return',
            'syntax-number 42',
            'syntax-string "</b>"',
          ]) {
            assert.ok(told.includes(word), `${word}: ${told.join('|')}`);
          }
          assert.deepEqual(await axe(page), []);
        },
        { dark },
      );
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
});
