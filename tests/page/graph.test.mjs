// SPDX-License-Identifier: MIT
//
// The drawn call graph in a browser: boxes and arrows, the keyboard, the search, what is drawn, the
// graph of both sides, and the small one of a function.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  asked,
  axe_in_both,
  end_all,
  launch,
  no_faults,
  opened_in,
  real_server,
  recorded,
  require_build,
  settled,
} from './setup.mjs';

require_build();
let browser;
let one;
let two;
before(async () => {
  browser = await launch();
  one = await real_server([recorded('callgrind.out.wordcount.gz')]);
  two = await real_server(
    [recorded('callgrind.out.leaf-new.gz')],
    [recorded('callgrind.out.leaf-old.gz')],
  );
});
after(async () => {
  await one?.stop();
  await two?.stop();
  await end_all();
});

const opened = (server, path, work) => opened_in(browser, server, path, work);

/// Of the boxes on the screen.
const boxes = (page) =>
  page.$$eval('.graph-scroll .node', (nodes) =>
    nodes.map((node) => {
      const { x, y, width, height } = node.querySelector('.box').getBoundingClientRect();
      return { label: node.querySelector('.label-name').textContent, x, y, width, height };
    }),
  );

const current = (page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0] ?? null);

it('draws each function and call of the answer, and no box over another', async () => {
  const graph = await asked(one, '/api/graph');
  await opened(one, '/graph', async (page) => {
    await page.waitForSelector('.node');
    const drawn = await boxes(page);
    assert.deepEqual(drawn.map(({ label }) => label), graph.nodes.map(({ label }) => label));
    assert.equal(
      await page.$$eval('.arrow', (arrows) => arrows.length),
      graph.edges.length + graph.dashed_edges.length,
    );
    assert.equal(
      await page.$$eval('.arrow.dashed', (arrows) => arrows.length),
      graph.dashed_edges.length,
    );
    for (const [at, box] of drawn.entries()) {
      for (const other of drawn.slice(at + 1)) {
        const apart =
          box.x + box.width <= other.x ||
          other.x + other.width <= box.x ||
          box.y + box.height <= other.y ||
          other.y + other.height <= box.y;
        assert.ok(apart, `${box.label} over ${other.label}`);
      }
    }
    assert.match(await page.textContent('.view .note'), /^Not shown: \d+ functions with/);
    await no_faults(page);
  });
});

it('goes along calls by arrow keys, opens a function and draws around one', async () => {
  await opened(one, '/graph', async (page) => {
    await page.focus('.node[tabindex="0"]');
    await page.keyboard.press('ArrowDown');
    assert.equal(await current(page), '(below main)');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await current(page), '__libc_start_main@@GLIBC_2.34');
    await page.keyboard.press('z');
    await page.waitForFunction(() => window.location.search.includes('fn='));
    await settled(page);
    const drawn = await boxes(page);
    assert.equal(drawn[0].label, '__libc_start_main@@GLIBC_2.34');
    assert.ok(await page.$('.node.around'));
    await page.click('text=Whole program');
    await settled(page);
    await page.focus('.node[tabindex="0"]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.location.pathname.startsWith('/fn/'));
  });
});

it('zooms by keys and buttons, and fits a wide graph', async () => {
  await opened(one, '/graph', async (page) => {
    await page.waitForSelector('.node');
    const width = () => page.$eval('.graph-scroll svg', (svg) => svg.clientWidth);
    const before = await width();
    await page.focus('.node[tabindex="0"]');
    await page.keyboard.press('+');
    await page.waitForFunction(
      (least) => document.querySelector('.graph-scroll svg').clientWidth > least,
      before,
    );
    await page.click('text=Fit');
    await page.waitForFunction(() => {
      const box = document.querySelector('.graph-scroll');
      return box.scrollWidth <= box.clientWidth + 1;
    });
    await page.keyboard.down('Control');
    const { x, y } = await page.$eval('.graph-scroll', (box) => box.getBoundingClientRect());
    await page.mouse.move(x + 100, y + 100);
    const fitted = await width();
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await page.waitForFunction(
      (least) => document.querySelector('.graph-scroll svg').clientWidth > least,
      fitted,
    );
  });
});

it('marks what is searched for, counts it and goes from one to the next', async () => {
  await opened(one, '/graph?find=sort', async (page) => {
    await page.waitForSelector('.node.fits');
    const found = await page.$$eval('.node.fits', (nodes) => nodes.length);
    assert.ok(found > 1);
    await page.waitForFunction(
      (words) => document.body.textContent.includes(words),
      `${found} functions found`,
    );
    await page.keyboard.press('n');
    assert.match(await current(page), /sort/);
  });
});

it('draws more, fewer, in frames and with open cycles, as the address says', async () => {
  const counts = {};
  for (const keys of ['', 'least=1000', 'nodes=20', 'cluster=object', 'least=0&nodes=300']) {
    await opened(one, `/graph?${keys}`, async (page) => {
      await page.waitForSelector('.node');
      counts[keys] = (await boxes(page)).length;
      assert.equal((await page.$$('.cluster')).length > 0, keys === 'cluster=object', keys);
    });
  }
  assert.ok(counts['least=1000'] < counts['']);
  assert.ok(counts['least=0&nodes=300'] > counts['']);
  assert.equal(counts['nodes=20'], 20);
  assert.equal(counts['cluster=object'], counts['']);
  await opened(one, '/graph', async (page) => {
    await page.selectOption('label:has-text("Frames") select', 'file');
    await page.waitForSelector('.cluster');
    await page.click('text=Show tables');
    await page.waitForSelector('.graph-tables table');
    assert.ok((await page.$$('.graph-tables tbody tr')).length > 60);
    await page.click('text=Show graph');
    await page.waitForSelector('.node');
  });
});

it('shows both sides at once, and the path of the largest change', async () => {
  await opened(two, '/graph', async (page) => {
    await page.waitForSelector('.node');
    assert.equal(await page.textContent('h1'), 'Call graph compared');
    assert.ok((await page.$$('.node.look-m3')).length > 2);
    const hot = await page.$$eval('.node.hot .label-name', (names) =>
      names.map((name) => name.textContent),
    );
    assert.ok(hot.includes('leaf') && hot.includes('main'), hot.join());
    await no_faults(page);
  });
  const { rows } = await asked(two, '/api/functions?base=base');
  const leaf = rows.find(({ name }) => name === 'leaf');
  const graph = await asked(two, `/api/graph?base=base&of=${leaf.id}`);
  assert.deepEqual(graph.nodes[0].delta.inclusive, leaf.delta.inclusive);
  assert.deepEqual(graph.nodes[0].old.self, leaf.old.self);
});

it('is small on the page of a function, and opens there', async () => {
  const { rows } = await asked(one, '/api/functions?limit=500&sort=incl');
  const { id } = rows.find(({ name }) => name === 'main');
  await opened(one, `/fn/${id}`, async (page) => {
    await page.waitForSelector('.fn-graph .node');
    assert.ok((await page.$$('.fn-graph .node')).length <= 9);
    await page.click('.fn-graph h2 a');
    await page.waitForFunction(() => window.location.pathname === '/graph');
    await page.waitForSelector('.node.around');
  });
});

it('has no finding of axe-core, light and dark, wide and narrow', async () => {
  for (const [server, path] of [
    [one, '/graph?cluster=file&find=sort'],
    [one, '/graph?as=table'],
    [two, '/graph'],
  ]) {
    for (const width of [390, 1440]) {
      const check = async (page) => {
        await page.waitForSelector('.node, .graph-tables');
        assert.deepEqual(await axe_in_both(page), [], `${path} ${width}`);
      };
      await opened_in(browser, server, path, check, { width });
    }
  }
});
