// SPDX-License-Identifier: MIT
//
// Reading a source: where it opens, searching in it, and jumps as arrows next to its lines.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asked, axe, end_all, kQuern, launch, opened_in, real_server, settled } from './setup.mjs';

/// The hottest line is 380; 300 is hot, too. Line 330 costs nothing and folds.
const kProfile = `version: 1
creator: test
positions: line
events: Ir

fl=SOURCE
fn=early
20 5
21 30
22 5
fn=late
250 10
jcnd=8/9 255
251
251 20
jump=3 330
252
252 1
jfi=/x/other.h
jump=2 7
253
253 1
jump=9 250
256
256 5
fn=hot
300 500
380 1000
cfn=late
calls=1 250
381 37
fn=rest
${Array.from({ length: 40 }, (_, at) => `${384 + at} 1`).join('\n')}
`;
const kTexts = {
  21: 'one needle',
  150: 'A Needle in the fold',
  151: '\tneedle needle',
  252: 'a.b[0]',
};

let browser;
let folder;
let file;
let server;
let path;
let ids;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const source = join(folder, 'late.c');
  file = join(folder, 'callgrind.out.late');
  const lines = Array.from({ length: 500 }, (_, at) => kTexts[at + 1] ?? `text ${at + 1};`);
  await writeFile(source, lines.join('\n'));
  await writeFile(file, kProfile.replace('SOURCE', source));
  server = await real_server([file]);
  const { rows } = await asked(server, '/api/files?limit=500');
  path = `/source/${rows.find((row) => row.name === source).file_id}`;
  const functions = await asked(server, '/api/functions?limit=500');
  ids = Object.fromEntries(functions.rows.map((row) => [row.name, row.id]));
});
after(async () => {
  await end_all();
  await rm(folder, { recursive: true, force: true });
});

/// The marked line, and how far down the lines it is, as a part of their height.
async function current_of(page) {
  await page.waitForSelector('.source-row.current');
  return page.$eval('.source-row.current', (row) => {
    const area = row.closest('.source').getBoundingClientRect();
    const { top } = row.getBoundingClientRect();
    const line = row.querySelector('.line-number').textContent;
    return { line, down: (top - area.top) / area.height, is: row.getAttribute('aria-current') };
  });
}

async function opens_at(page, line) {
  const current = await current_of(page);
  assert.equal(current.line, line);
  assert.equal(current.is, 'true');
  assert.ok(current.down > 0.2 && current.down < 0.5, `at ${current.down}`);
}

/// Answers about sources, changed, or late.
async function route_sources(page, change, delay = 0) {
  await page.route(/\/api\/source\//, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    change(json);
    await new Promise((done) => setTimeout(done, delay));
    await route.fulfill({ response, json });
  });
}

describe('a source opens', () => {
  it('at the hottest line of a file', async () => {
    await opened_in(browser, server, path, async (page) => {
      await opens_at(page, '380');
      await page.reload();
      await settled(page);
      await opens_at(page, '380');
    });
    await opened_in(browser, server, path, (page) => opens_at(page, '380'), { width: 390 });
  });
  it('at the hottest line of a function whose first line is not known', async () => {
    await opened_in(browser, server, `/fn/${ids.late}`, async (page) => {
      await page.click('.place-line a');
      await settled(page);
      await opens_at(page, '251');
      await page.reload();
      await settled(page);
      await opens_at(page, '251');
    });
  });
  it('there from the keyboard and from the details, too', async () => {
    await opened_in(browser, server, `/functions?sel=${ids.early}`, async (page) => {
      await page.keyboard.press('s');
      await settled(page);
      await opens_at(page, '21');
    });
    await opened_in(browser, server, `/functions?sel=${ids.late}`, async (page) => {
      await page.click('.actions a:has-text("Source")');
      await settled(page);
      await opens_at(page, '251');
    });
  });
  it('at the first line of a function if it is known, however late the lines arrive', async () => {
    await opened_in(browser, server, '/help', async (page) => {
      await route_sources(page, (answer) => (answer.function_line = 200), 700);
      await page.evaluate((to) => history.pushState(null, '', to), `${path}?fn=${ids.late}`);
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
      await settled(page);
      await opens_at(page, '200');
    });
  });
  it('at the line in the address, whatever else is there, and unfolds it', async () => {
    await opened_in(browser, server, `${path}?fn=${ids.late}&line=120`, async (page) => {
      await opens_at(page, '120');
      const folds = await page.$$eval('.is-fold', (all) => all.map((each) => each.textContent));
      assert.ok(folds.includes('91 lines without cost (26–116)'), folds.join(', '));
      // All pieces of a fold open it.
      await page.click('.is-fold:has-text("(26–116)") button');
      assert.equal((await page.$$('.is-fold:has-text("(26–116)")')).length, 0);
    });
  });
});

const count = (page) => page.textContent('.find output');
const marks = (page) =>
  page.$$eval('mark.found', (all) =>
    all.map((each) => {
      const line = each.closest('.source-row').querySelector('.line-number').textContent;
      return `${line}:${each.textContent}${each.matches('.is-current') ? '*' : ''}`;
    }),
  );

async function type(page, text) {
  await page.fill('#query', text);
  await page.waitForFunction(
    (wanted) => new URLSearchParams(window.location.search).get('find') === wanted,
    text,
  );
}

describe('a search in a source', () => {
  it('counts matches, marks them, and goes to them, into folds too', async () => {
    const work = async (page) => {
      await type(page, 'needle');
      assert.equal(await count(page), '4 matches');
      await page.press('#query', 'Enter');
      // The next match after line 380, where the file opens, is the first one.
      assert.equal(await count(page), '1 of 4');
      await page.waitForSelector('mark.is-current');
      assert.deepEqual(await marks(page), ['21:needle*']);
      await page.press('#query', 'Enter');
      assert.equal(await count(page), '2 of 4');
      await settled(page);
      const in_order = ['21:needle', '150:Needle*', '151:needle', '151:needle'];
      assert.deepEqual(await marks(page), in_order);
      await page.press('#query', 'Enter');
      await page.press('#query', 'Enter');
      assert.equal(await count(page), '4 of 4');
      assert.deepEqual((await marks(page)).slice(-2), ['151:needle', '151:needle*']);
      assert.deepEqual(await axe(page), []);
      await page.press('#query', 'Shift+Enter');
      assert.equal(await count(page), '3 of 4');
      await page.reload();
      await settled(page);
      assert.equal(await page.inputValue('#query'), 'needle');
      assert.equal((await current_of(page)).line, '151');
      assert.match(await page.textContent('.source-row.current .source-text'), /^\tneedle/);
    };
    await opened_in(browser, server, path, work);
    await opened_in(browser, server, path, work, { width: 390, dark: true });
  });
  it('minds case where the word does, and takes characters as they are', async () => {
    await opened_in(browser, server, path, async (page) => {
      await type(page, 'Needle');
      assert.equal(await count(page), '1 match');
      await type(page, 'a.b[');
      assert.equal(await count(page), '1 match');
      await type(page, 'n.*e');
      assert.equal(await count(page), 'no match');
      assert.ok(await page.isDisabled('button[aria-label="Next match"]'));
    });
  });
  it('is stepped through by keys and buttons, in sight each time', async () => {
    const work = async (page) => {
      await page.focus('.source');
      await page.keyboard.press('n');
      assert.equal((await current_of(page)).line, '151', 'the next match');
      await page.keyboard.press('n');
      assert.equal((await current_of(page)).line, '21', 'after the last match, the first one');
      await page.keyboard.press('N');
      await page.keyboard.press('N');
      assert.equal(await count(page), '3 of 4');
      await page.click('button[aria-label="Previous match"]');
      assert.equal((await current_of(page)).line, '150');
      const [mark, area] = await Promise.all(
        ['mark.is-current', '.source'].map((each) => page.locator(each).boundingBox()),
      );
      assert.ok(mark.x >= area.x && mark.x + mark.width <= area.x + area.width);
      assert.ok(mark.y >= area.y && mark.y + mark.height <= area.y + area.height);
    };
    const at = `${path}?find=needle&line=151`;
    await opened_in(browser, server, at, work, { height: 500 });
    await opened_in(browser, server, at, work, { width: 390, height: 700 });
  });
  it('is cleared by Escape; then `n` goes to hot lines again', async () => {
    await opened_in(browser, server, path, async (page) => {
      await type(page, 'needle');
      await page.press('#query', 'Escape');
      await page.waitForSelector('.find', { state: 'detached' });
      assert.equal(await page.inputValue('#query'), '');
      await type(page, 'needle');
      await page.focus('.source');
      await page.keyboard.press('Escape');
      assert.deepEqual(await marks(page), []);
      await page.keyboard.press('N');
      assert.equal((await current_of(page)).line, '300');
    });
  });
});

/// Ends of arrows as lines; an end that is on no line is a fold.
const arrows = (page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('.source-row')].map((row) => ({
      name: row.querySelector('.line-number')?.textContent || row.textContent,
      area: row.getBoundingClientRect(),
    }));
    const row_at = (y) => rows.find(({ area }) => area.top <= y && y < area.bottom)?.name ?? 'none';
    return [...document.querySelectorAll('.arrows g')].map((group) => {
      const { top } = group.closest('svg').getBoundingClientRect();
      const line = group.querySelector('path').getAttribute('d');
      const [from, x, to] = /^M\S+ (\S+)H(\S+)V(\S+)H/.exec(line).slice(1).map(Number);
      const classes = ['conditional', 'is-active', 'is-faded'].filter((each) =>
        group.classList.contains(each),
      );
      const ends = `${row_at(top + from)} → ${row_at(top + to)}`;
      return { ends, x, classes: classes.join(' ') };
    });
  });

describe('jumps of a source', () => {
  const at = () => `${path}?line=253`;
  it('are arrows in lanes, without rows that stand between the lines', async () => {
    const work = async (page) => {
      const drawn = await arrows(page);
      assert.deepEqual(drawn.map((each) => each.ends).sort(), [
        '251 → 255',
        '252 → 73 lines without cost (304–376)',
        '256 → 250',
      ]);
      const conditional = drawn.filter((each) => each.classes === 'conditional');
      assert.deepEqual(conditional.map((each) => each.ends), ['251 → 255']);
      assert.equal(new Set(drawn.map((each) => each.x)).size, 3, 'lanes');
      assert.equal((await page.$$('.source-row:has-text("jump to")')).length, 0);
      // The jump into another file is no arrow.
      assert.equal((await page.$$('.arrows .loose')).length, 1);
      assert.deepEqual(await axe(page), []);
    };
    // High enough for all of them.
    await opened_in(browser, server, at(), work, { height: 1600 });
    await opened_in(browser, server, at(), work, { width: 390, height: 2200, dark: true });
  });
  it('go on to the edge where they leave the window', async () => {
    const work = async (page) => {
      const area = await page.locator('.source').boundingBox();
      const bottoms = await page.$$eval('.arrows path:not(.head)', (all) =>
        all.map((each) => each.getBoundingClientRect().bottom),
      );
      // 252 → 330
      assert.ok(Math.max(...bottoms) > area.y + area.height);
    };
    await opened_in(browser, server, `${path}?line=258&cold=show`, work, { height: 600 });
  });
  it('of a line under the pointer or with the focus stand out, in words', async () => {
    await opened_in(browser, server, at(), async (page) => {
      const row = page.locator('.source-row', { has: page.locator('.line-number:text-is("255")') });
      await row.locator('code').hover();
      const classes = async () =>
        Object.fromEntries(
          (await arrows(page)).map((each) => [each.ends.slice(0, 3), each.classes]),
        );
      assert.deepEqual(await classes(), {
        251: 'conditional is-active',
        252: 'is-faded',
        256: 'is-faded',
      });
      assert.equal(await page.textContent('.jump-tip'), '251 → 255: 8 of 9 times (conditional)');
      // It hides no code.
      const [tip, code] = await Promise.all(
        [page.locator('.jump-tip'), row.locator('code')].map((each) => each.boundingBox()),
      );
      assert.ok(tip.x + tip.width <= code.x);
      await page.mouse.move(0, 0);
      assert.equal(await page.$('.jump-tip'), null);
      await page.focus('button[aria-label="Jumps: 256 → 250: 9 times"]');
      assert.equal((await classes())[256], 'is-active');
      assert.equal(await page.textContent('.jump-tip'), '256 → 250: 9 times');
      assert.deepEqual(await axe(page), []);
    });
  });
  it('of a line open as rows with links, by key and by touch', async () => {
    const work = async (page) => {
      const button = page.locator('button[aria-label="Jumps: 253 → /x/other.h:7: 2 times"]');
      await button.press('Enter');
      assert.equal(await button.getAttribute('aria-expanded'), 'true');
      assert.match(await page.textContent('.detail-words'), /^jump to \/x\/other\.h:7.*, 2 times$/);
      await page.click('button[aria-label="Jumps: 252 → 330: 3 times"]');
      await page.click('.detail-words a:has-text("line 330")');
      await settled(page);
      assert.equal((await current_of(page)).line, '330');
      assert.ok((await arrows(page)).some((each) => each.ends.endsWith(' → 330')));
    };
    await opened_in(browser, server, at(), work);
    await opened_in(browser, server, at(), work, { width: 390 });
  });
  it('are hidden if the reader wants it so, the next time too', async () => {
    await opened_in(browser, server, at(), async (page) => {
      await page.uncheck('label:has-text("show jumps") input');
      assert.equal(await page.$('.arrows'), null);
      assert.equal(await page.$('button.lanes'), null);
      await page.reload();
      await settled(page);
      assert.equal(await page.$('.arrows'), null);
      await page.check('label:has-text("show jumps") input');
      assert.equal((await arrows(page)).length, 3);
    });
    const out = join(folder, 'page.html');
    const plain = join(folder, 'callgrind.out.plain');
    await writeFile(plain, 'events: Ir\nfl=a.c\nfn=f\n1 1\n');
    execFileSync(kQuern, ['view', '--no-config', '--html', out, plain], { stdio: 'ignore' });
    const one_file = { link: (to) => `file://${out}#${to}` };
    await opened_in(browser, one_file, '/source', async (page) => {
      await page.click('.grid-row a');
      await settled(page);
      assert.equal((await current_of(page)).line, '1');
      assert.equal(await page.$('label:has-text("show jumps")'), null);
    });
  });
});

describe('a source in an editor', () => {
  const link = (page) => page.getAttribute('#editor-link', 'href');

  it('opens at the line where the reader is, with the address that was chosen', async () => {
    await opened_in(browser, server, `${path}?line=300`, async (page) => {
      assert.equal(await page.textContent('#editor-link'), 'Choose an editor …');
      await page.keyboard.press('O');
      await page.waitForURL('**/settings*');
      await page.selectOption('label:has-text("Open sources in") select', 'VS Code');
      assert.deepEqual(await axe(page), []);
      await page.goBack();
      await settled(page);
      const source = join(folder, 'late.c');
      assert.equal(await link(page), `vscode://file${source}:300`);
      await page.goto(server.link(path));
      await settled(page);
      assert.equal(await link(page), `vscode://file${source}:380`);
      assert.deepEqual(await axe(page), []);
    });
  });
  it('may be any, but no address for the browser itself', async () => {
    await opened_in(browser, server, '/settings', async (page) => {
      await page.selectOption('label:has-text("Open sources in") select', 'another editor');
      const address = page.locator('label:has-text("Its address") input');
      await address.fill('javascript:alert("{path}")');
      assert.match(await page.textContent('[role=alert]'), /begins with its scheme/);
      await page.goto(server.link(path));
      await settled(page);
      assert.equal(await page.textContent('#editor-link'), 'Choose an editor …');
      await page.goto(server.link('/settings'));
      await page.selectOption('label:has-text("Open sources in") select', 'another editor');
      await address.fill('my-editor:{path}#{line}');
      assert.equal(await page.$('[role=alert]'), null);
      await page.goto(server.link(`${path}?line=21`));
      await settled(page);
      assert.equal(await link(page), `my-editor:${join(folder, 'late.c')}#21`);
    });
  });
  it('is the new one of two, and none that was not found or is on another machine', async () => {
    const both = await real_server([file], [file]);
    await opened_in(browser, both, path, async (page) => {
      assert.equal(await page.textContent('#editor-link'), 'Choose an editor …');
    });
    await both.stop();
    const lost = join(folder, 'callgrind.out.lost');
    const out = join(folder, 'lost.html');
    await writeFile(lost, 'events: Ir\nfl=/nowhere/a.c\nfn=f\n1 1\n');
    execFileSync(kQuern, ['view', '--no-config', '--html', out, file], { stdio: 'ignore' });
    const one_file = { link: (to) => `file://${out}#${to}` };
    for (const each of [await real_server([lost]), one_file]) {
      await opened_in(browser, each, '/source', async (page) => {
        await page.click('.grid-row a');
        await settled(page);
        assert.equal(await page.$('#editor-link'), null);
      });
    }
  });
});
