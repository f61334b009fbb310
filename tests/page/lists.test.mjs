// SPDX-License-Identifier: MIT
//
// What lists stand by, what they add up to, and what the page no longer waits for.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  asked,
  axe,
  checked_in,
  end_all,
  kTop,
  launch,
  opened_in,
  real_server,
  recorded,
  settled,
} from './setup.mjs';

let browser;
let one;
let two;
before(async () => {
  browser = await launch();
  one = await real_server([recorded('callgrind.out.cache.gz')]);
  two = await real_server(
    [recorded('callgrind.out.leaf-new.gz')],
    [recorded('callgrind.out.leaf-old.gz')],
  );
});
after(end_all);

const opened = (server, path, work) => checked_in(browser, server, path, work);
const query = (page) => page.evaluate(() => window.location.search);
const names = (page) =>
  page.$$eval('.grid-body .grid-row .name bdi:first-child', (all) =>
    all.map((each) => each.textContent),
  );
const shown_first = async (page) =>
  (await page.getAttribute('.grid-body .grid-row .name', 'title')).split('\n')[0];

async function command(page) {
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await page.waitForSelector('.notice p');
  return page.evaluate(() => navigator.clipboard.readText());
}

async function head_clicked(page, text) {
  await page.click(`[role=columnheader] button:has-text("${text}")`);
  await settled(page);
}

const sorted_heads = (page) =>
  page.$$eval('[aria-sort]:not([aria-sort=none])', (all) =>
    all.map((each) => `${each.textContent} ${each.getAttribute('aria-sort')}`),
  );

describe('a list', () => {
  it('stands by name, by place and by cost again, as its head, link and command tell', async () => {
    const by_name = (await asked(one, '/api/functions?sort=name&limit=3')).rows;
    const by_place = (await asked(one, '/api/functions?sort=place&limit=3')).rows;
    const by_cost = (await asked(one, '/api/functions?limit=3')).rows;
    assert.notEqual(by_name[0].name, by_place[0].name);
    await opened(one, '/functions?e=Dr', async (page) => {
      await head_clicked(page, 'Function');
      assert.equal(await query(page), '?e=Dr&sort=name');
      assert.equal(await shown_first(page), by_name[0].name);
      assert.deepEqual(await sorted_heads(page), ['▴Function ascending']);
      await head_clicked(page, 'Function');
      assert.equal(await query(page), '?e=Dr&sort=place');
      assert.equal(await shown_first(page), by_place[0].name);
      assert.deepEqual(await sorted_heads(page), ['▴Function by place ascending']);
      const placed = await page.$$eval('.grid-body .where', (all) => all.map((e) => e.textContent));
      assert.ok(placed.some((each) => /\.\w+:\d+$/.test(each)), placed.join());
      assert.match(await command(page), /^quern top --event Dr --sort place /);
      await page.reload();
      await settled(page);
      assert.equal(await shown_first(page), by_place[0].name);
      assert.deepEqual(await axe(page), []);
    });
    await opened(one, '/functions?sort=place', async (page) => {
      await head_clicked(page, 'Self');
      assert.equal(await shown_first(page), by_cost[0].name);
    });
  });
  it('stands by the number of calls where they are counted', async () => {
    const { rows } = await asked(one, '/api/functions?sort=calls&limit=3');
    assert.ok(rows[0].calls > rows[2].calls);
    await opened(one, '/functions?e=Dr', async (page) => {
      await head_clicked(page, 'Calls');
      assert.equal(await query(page), '?e=Dr&sort=calls');
      assert.equal(await shown_first(page), rows[0].name);
      assert.deepEqual(await sorted_heads(page), ['▾Calls descending']);
      assert.match(await command(page), /^quern top --event Dr --sort calls /);
    });
    const uncounted = await real_server([recorded('cachegrind.out.leaf-new.gz')]);
    await opened(uncounted, '/functions', async (page) => {
      assert.equal(await page.$('[role=columnheader] button:has-text("Calls")'), null);
    });
    await uncounted.stop();
  });
  it('stands by a ratio, as the head of its column tells, and by costs again', async () => {
    await opened(one, '/functions?define=DPI%20%3D%20Dr%2FIr&e=DPI', async (page) => {
      assert.deepEqual(await sorted_heads(page), ['▾DPI descending']);
      assert.match(await page.textContent('footer, .status'), /100\.00 % of Ir/);
      await head_clicked(page, 'Inclusive');
      assert.equal(new URLSearchParams(await query(page)).get('e'), null);
      assert.deepEqual(await sorted_heads(page), ['▾Inclusive descending']);
    });
  });
  it('adds up the rows from the first on, wherever one scrolls to', async () => {
    await opened(one, '/functions', async (page) => {
      await page.check('label:has-text("running total") input');
      await settled(page);
      const heads = await page.$$eval('[role=columnheader]', (all) =>
        all.map((each) => each.textContent),
      );
      const at = heads.indexOf('Running');
      assert.ok(at > 0, heads.join());
      await page.focus('.grid');
      await page.keyboard.press('End');
      await settled(page);
      const last = await page.$$eval(
        '.grid-body .grid-row:last-child [role=gridcell]',
        (cells) => cells.map((each) => each.textContent),
      );
      const whole = (await asked(one, '/api/functions?limit=1')).totals[0];
      assert.equal(last[at].replace(/\D/g, ''), String(whole));
      assert.equal(last[at + 1], '100.00');
      assert.match(await command(page), /^quern top --running /);
      assert.deepEqual(await axe(page), []);
    });
    await opened(one, '/functions?run=1&sort=incl', async (page) => {
      assert.equal(await page.$('label:has-text("running total")'), null);
      assert.doesNotMatch(await command(page), /running/);
    });
  });
  it('of a comparison stands by cost, whatever the other one stood by', async () => {
    await opened(two, '/functions?base=base&sort=name&run=1', async (page) => {
      assert.ok((await names(page)).length > 0);
      assert.match(await command(page), /^quern diff .*--sort self /);
    });
  });
  it('of files stands by name too', async () => {
    const { rows } = await asked(one, '/api/files?sort=name&limit=500');
    const texts = rows.flatMap((row) => row.name ?? []);
    assert.deepEqual(texts, [...texts].sort());
    await opened(one, '/source', async (page) => {
      await head_clicked(page, 'File');
      assert.equal(await query(page), '?sort=name');
      assert.deepEqual(await sorted_heads(page), ['▴File ascending']);
    });
  });
});

describe('groups by class', () => {
  it('show what each is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
    const file = join(folder, 'callgrind.out.kinds');
    await writeFile(
      file,
      'version: 1\ncreator: test\nevents: Ir\n\nfn=plain\n1 40\nfn=ns::free\n1 60\n' +
        'fn=ns::Class::method(int)\n1 50\nfl=a.c\nfn=in_file\n1 20\n',
    );
    const kinds = await real_server([file]);
    await opened(kinds, '/functions?group=class', async (page) => {
      const shown = () =>
        page.$$eval('.grid-body .name', (all) =>
          all.map((each) => [...each.children].map((part) => part.textContent).join(' ')),
        );
      const unknown = '(no class, file or object known)';
      const all = ['ns (namespace)', 'ns::Class (class)', unknown, 'a.c (file)'];
      assert.deepEqual(await shown(), all);
      assert.deepEqual(await axe(page), []);
      await page.click(`.grid-body .name a:has-text("${unknown}")`);
      await settled(page);
      assert.equal(await page.textContent('h1'), unknown);
    });
    await opened(kinds, '/functions', async (page) => {
      assert.equal(await page.$('.name .kind'), null);
    });
    await kinds.stop();
    await rm(folder, { recursive: true });
  });
});

describe('the bar of groups', () => {
  const kBar = '.group-bar';
  const shares = (page) =>
    page.$$eval(`${kBar} li:not(.dim)`, (all) =>
      all.map((each) => [...each.querySelectorAll('bdi, .num')].map((part) => part.textContent)),
    );
  const key_of = (page, name) =>
    page.evaluate((key) => new URLSearchParams(window.location.search).get(key), name);
  const widths = (page) =>
    page.$$eval(`${kBar} rect`, (all) => all.map((each) => Number.parseFloat(each.getAttribute('width'))));
  const of_text = async (text, work) => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
    const file = join(folder, 'callgrind.out.groups');
    await writeFile(file, text);
    const server = await real_server([file]);
    await work(server);
    await server.stop();
    await rm(folder, { recursive: true });
  };

  it('shows the largest by share, adds up, and does what rows do, by keyboard', async () => {
    const path = '/api/functions?group=class&limit=9';
    const { rows, totals } = await asked(one, path);
    await opened(one, '/functions?group=class&sort=name', async (page) => {
      const shown = await shares(page);
      assert.equal(shown.length, 9);
      assert.equal(shown[8][0], 'other');
      const sum = shown.reduce((all, [, share]) => all + Number(share), 0);
      assert.ok(Math.abs(sum - 100) < 0.05, String(sum));
      const drawn = await widths(page);
      assert.ok(Math.abs(drawn.reduce((all, each) => all + each, 0) - 100) < 0.01, drawn.join());
      for (const [at, { self }] of rows.slice(0, 8).entries()) {
        assert.equal(Number(shown[at][1]), Number(((100 * self[0]) / totals[0]).toFixed(2)));
      }
      const fills = await page.$$eval(`${kBar} rect`, (all) => all.map((each) => each.style.fill));
      assert.equal(new Set(fills).size, 9, fills.join());
      const buttons = page.locator(`${kBar} button`);
      await buttons.nth(1).focus();
      await page.keyboard.press('Enter');
      await settled(page);
      assert.equal(await key_of(page, 'sel'), rows[1].id);
      assert.equal(await buttons.nth(1).getAttribute('aria-current'), 'true');
      assert.deepEqual(await axe(page), []);
      await page.click(`${kBar} rect >> nth=0`);
      await settled(page);
      assert.equal(await key_of(page, 'sel'), rows[0].id);
      await buttons.nth(0).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/fn/${rows[0].id}?group=class*`);
    });
  });
  it('is one of what a query keeps, with its marks, and not of functions', async () => {
    await opened(one, '/functions?group=file&q=self%20%3E%201%25', async (page) => {
      const { rows, covered } = await asked(one, '/api/functions?group=file&q=self%20%3E%201%25&limit=1');
      const share = ((100 * rows[0].self[0]) / covered[0]).toFixed(2);
      assert.equal((await shares(page))[0][1], share);
      await page.goto(one.link('/functions'));
      await settled(page);
      assert.equal(await page.$(kBar), null);
      await page.goto(one.link('/functions?group=file&hide=%5Estd'));
      await settled(page);
      assert.match((await shares(page)).join(), /~\d/);
      await page.keyboard.press('p');
      await page.keyboard.press('p');
      await settled(page);
      assert.match((await shares(page)).join(), /~\d+,\d+/);
    });
  });
  it('narrows the functions where groups are next to them, in both themes and at 390 pixels', async () => {
    const { rows } = await asked(one, '/api/functions?group=object&limit=2');
    for (const dark of [false, true]) {
      await checked_in(
        browser,
        one,
        '/functions?by=object',
        async (page) => {
          await page.click(`${kBar} button >> nth=1`);
          await settled(page);
          assert.equal(await key_of(page, 'in'), rows[1].id);
          const box = await page.locator(kBar).boundingBox();
          assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
          assert.deepEqual(await axe(page), []);
        },
        { width: 390, height: 800, dark },
      );
    }
  });
  it('is not drawn where costs do not add up: of peaks, and below zero', async () => {
    await of_text('events: Ir\nfl=a.c\nfn=f\n1 100\nfl=b.c\nfn=g\n1 -40\n', async (server) => {
      await opened(server, '/functions?group=file', async (page) => {
        assert.equal((await names(page)).length, 2);
        assert.equal(await page.$(kBar), null);
      });
    });
    const peaks = await real_server([join(kTop, 'docs/examples/held.igprof')]);
    const { profiles } = await asked(peaks, '/api/meta');
    const event = (combine) => profiles[0].events.find((each) => each.combine === combine).name;
    for (const [combine, is_drawn] of [['sum', true], ['max', false]]) {
      await opened(peaks, `/functions?group=object&e=${event(combine)}`, async (page) => {
        assert.ok((await names(page)).length > 0);
        assert.equal((await page.$(kBar)) !== null, is_drawn, combine);
      });
    }
    await peaks.stop();
  });
});

describe('what the page no longer waits for', () => {
  it('is taken back while it is being answered', async () => {
    await opened(one, '/functions', async (page) => {
      const taken_back = [];
      page.on('requestfailed', (request) => {
        taken_back.push(`${new URL(request.url()).search} ${request.failure().errorText}`);
      });
      let go_on = () => undefined;
      const held = new Promise((done) => {
        go_on = done;
      });
      await page.route(/focus=first/, async (route) => {
        await held;
        await route.abort().catch(() => undefined);
      });
      await page.evaluate(() => {
        window.history.pushState(null, '', '/functions?focus=first');
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
      await page.waitForSelector('.loading');
      await page.evaluate(() => {
        window.history.pushState(null, '', '/functions?focus=main');
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
      await settled(page);
      go_on();
      assert.ok(
        taken_back.some((each) => /focus=first.* net::ERR_ABORTED/.test(each)),
        taken_back.join('\n'),
      );
    });
  });
});

describe('a page of 320 pixels', () => {
  const narrow = (server, path, work) =>
    opened_in(browser, server, path, work, { width: 320, height: 1200 });
  it('leaves room for names however deep they are', async () => {
    await narrow(one, '/tree', async (page) => {
      await page.focus('.grid');
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('ArrowRight');
        await settled(page);
      }
      const names = await page.$$eval('.grid-body .tree-name .name > a', (all) =>
        all.map((each) => ({
          level: Number(each.closest('[aria-level]').getAttribute('aria-level')),
          width: each.getBoundingClientRect().width,
          whole: each.scrollWidth,
        })),
      );
      assert.ok(Math.max(...names.map((each) => each.level)) > 8, JSON.stringify(names));
      for (const each of names) {
        assert.ok(each.width >= Math.min(40, each.whole - 1), JSON.stringify(each));
      }
      assert.match(await page.textContent('.tree-name .level'), /^\d+$/);
    });
  });
  it('is not hidden by the small picture of a deep one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
    const file = join(folder, 'callgrind.out.deep');
    const rows = ['events: Ir', 'fl=a.c'];
    for (let level = 0; level < 60; level += 1) {
      rows.push(`fn=f${level}`, '1 1', `cfn=f${level + 1}`, 'calls=1 1', `2 ${60 - level}`);
    }
    await writeFile(file, [...rows, 'fn=f60', '1 1', ''].join('\n'));
    const deep = await real_server([file]);
    await narrow(deep, '/flame', async (page) => {
      await page.setViewportSize({ width: 320, height: 640 });
      const small = await (await page.waitForSelector('.minimap')).boundingBox();
      const whole = await (await page.waitForSelector('.flame-scroll canvas')).boundingBox();
      assert.ok(small.x >= whole.x + whole.width, 'it covers no frame');
      assert.ok(small.width <= whole.width / 8, `${small.width} of ${whole.width}`);
    });
    await deep.stop();
    await rm(folder, { recursive: true });
  });
  it('shows each figure whole, however long it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
    const file = join(folder, 'callgrind.out.long');
    const cost = 1206688281234;
    const call = `cfn=g\ncalls=123456789012 1\n1 ${cost}`;
    await writeFile(file, `events: Ir\nfl=a.c\nfn=main\n1 1\n${call}\nfn=g\n2 ${cost}\n`);
    const long = await real_server([file]);
    const cut = (page) =>
      page.$$eval('.grid-body .cell.is-number', (all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      );
    for (const path of ['/functions', '/tree', '/flame?as=outline']) {
      await opened(long, path, async (page) => {
        assert.match(await page.textContent('.grid-body'), /1,206,688,281,234/);
        assert.deepEqual(await cut(page), []);
        const under = await page.$$eval('.share', (all) =>
          all.map((each) => {
            const [bar, figure] = [...each.children].map((part) => part.getBoundingClientRect());
            return bar.right - figure.left;
          }),
        );
        assert.ok(under.length > 0 && under.every((each) => each <= 0), `${path}: ${under}`);
      });
      await narrow(long, path, async (page) => assert.deepEqual(await cut(page), []));
    }
    await long.stop();
    await rm(folder, { recursive: true });
  });
  it('breaks sentences and paths', async () => {
    const { rows } = await asked(one, '/api/files?limit=5');
    const file = rows.find((row) => row.file_id !== null).file_id;
    for (const [path, selector] of [
      ['/settings', 'fieldset, fieldset label'],
      [`/source/${file}`, '.tried'],
    ]) {
      await narrow(one, path, async (page) => {
        const wide = await page.$$eval(selector, (all) =>
          all.map((each) => each.scrollWidth - each.clientWidth),
        );
        assert.ok(wide.length > 0 && wide.every((each) => each <= 0), `${path}: ${wide}`);
      });
    }
  });
  it('tells loops of a function apart', async () => {
    const looping = await real_server([recorded('callgrind.out.jumps.gz')]);
    await narrow(looping, '/functions?group=loop', async (page) => {
      const first = await page.textContent('.grid-body .grid-row .name > :first-child');
      assert.match(first, /^\S+:\d+-\d+$/);
    });
    await looping.stop();
  });
});

describe('loops', () => {
  it('stand in a list, with a link to their lines, by keyboard alone', async () => {
    const looping = await real_server([recorded('callgrind.out.jumps.gz')]);
    const { rows } = await asked(looping, '/api/loops?limit=2');
    await opened(looping, '/functions', async (page) => {
      await page.selectOption('.view-head select', 'loop');
      await page.waitForSelector('h1:text-is("Loops")');
      await page.waitForSelector('.grid-body .grid-row');
      await settled(page);
      const line = `${rows[0].file.split('/').at(-1)}:${rows[0].first_line}-${rows[0].last_line}`;
      assert.equal(await page.textContent('.grid-body .grid-row .where'), line);
      const cells = await page.$$eval('.grid-body .grid-row:first-child .cell', (all) =>
        all.map((each) => each.textContent.replace(/,/g, '')),
      );
      for (const known of [rows[0].self[0], rows[0].inclusive[0], rows[0].iterations]) {
        assert.ok(cells.includes(String(known)), `${known}: ${cells}`);
      }
      assert.deepEqual(await axe(page), []);
      await page.keyboard.press('k');
      await page.waitForSelector('text=Copied command');
      const command = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(command, /^quern top --group-by loop --no-config \S+jumps\.gz$/);
      await page.focus('.grid');
      await page.keyboard.press('ArrowDown');
      assert.match(await query(page), new RegExp(`sel=${rows[1].id}`));
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/source/${rows[1].file_id}?*line=${rows[1].first_line}*`);
    });
    await looping.stop();
  });
  it('open where they were clicked, among several of one function', async () => {
    const looping = await real_server([recorded('callgrind.out.jumps.gz')]);
    const { rows } = await asked(looping, '/api/loops?limit=20');
    const second = rows.findIndex(({ id }, at) => rows.findIndex((row) => row.id === id) < at);
    const first = rows.findIndex(({ id }) => id === rows[second].id);
    await opened(looping, '/functions?group=loop', async (page) => {
      for (const index of [first, second]) {
        await page.click(`.grid-body .grid-row[aria-rowindex="${index + 2}"]`);
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(
        `**/source/${rows[second].file_id}?*line=${rows[second].first_line}*`,
      );
    });
    await looping.stop();
  });
  it('are no group of a profile without jumps of instructions', async () => {
    await opened(two, '/functions?base=off', async (page) => {
      const groups = await page.$$eval('.view-head select option', (all) =>
        all.map((each) => each.textContent),
      );
      assert.ok(groups.includes('file') && !groups.includes('loop'), groups.join());
    });
  });
});

describe('names', () => {
  const kLong = 'void shop::Map<std::string, shop::Price<int>>::insert_or_assign(std::string, int)';
  const kShown = ['main', kLong, 'a_function_of_c_whose_name_has_no_part_that_may_be_left_out'];
  const costs = kShown.map((name, at) => `fn=${name}\n1 ${900 - at}\n`).join('');
  const written = (bounding) => bounding.map((each) => each.textContent);

  async function of_names(work) {
    const folder = await mkdtemp(join(tmpdir(), 'quern-names-'));
    const file = join(folder, 'callgrind.out.names');
    await writeFile(file, `version: 1\ncreator: test\nevents: Ir\n\nfl=a.cc\n${costs}`);
    const server = await real_server([file]);
    await work(server);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }

  it('are as long as there is room for, and never lose their last component', async () => {
    await of_names(async (server) => {
      await opened(server, '/functions', async (page) => {
        const shown = () => page.$$eval('.grid-row .name > a > bdi', written);
        const fits = () =>
          page.$eval('.grid-row [title*=insert_or] > a', (a) => a.scrollWidth <= a.clientWidth);
        assert.deepEqual(await shown(), kShown);
        const forms = []; // wide windows have details next to the list
        for (const width of [1200, 1120, 1040, 960, 899, 480, 390, 340]) {
          await page.setViewportSize({ width, height: 800 });
          await settled(page);
          const [, form, plain] = await shown();
          assert.ok(form.includes('insert_or_assign') && (await fits()), `${width}: ${form}`);
          assert.equal(plain, kShown[2]);
          forms.push(form);
        }
        assert.ok(new Set(forms).size >= 3, forms.join('\n'));
        assert.ok((await page.getAttribute('.name:has-text("insert_or")', 'title')).startsWith(kLong));
        assert.deepEqual(await axe(page), []);
        await page.setViewportSize({ width: 1280, height: 800 });
        await settled(page);
        assert.deepEqual(await shown(), kShown);
      });
    });
  });
  it('get long again where there is room again, in trees too', async () => {
    await of_names(async (server) => {
      await opened(server, '/tree', async (page) => {
        const shown = () => page.textContent('.grid-row [title*=insert_or] bdi');
        const read_as = () => page.getAttribute('.grid-row [title*=insert_or] > a', 'aria-label');
        assert.deepEqual([await shown(), await read_as()], [kLong, null]);
        for (const width of [420, 1280, 420]) {
          await page.setViewportSize({ width, height: 800 });
          await settled(page);
          const is_whole = (await shown()) === kLong;
          assert.equal(is_whole, width !== 420, `${width}: ${await shown()}`);
          assert.equal(await read_as(), is_whole ? null : kLong);
        }
      });
    });
  });
  it('are copied as they are', async () => {
    await of_names(async (server) => {
      const work = async (page) => {
        await page.click('.grid-row .name:has-text("insert_or")', { position: { x: 1, y: 1 } });
        await page.keyboard.press('y');
        await page.waitForSelector('.notice p');
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), kLong);
      };
      await opened_in(browser, server, '/functions', work, { width: 390 });
    });
  });
});
