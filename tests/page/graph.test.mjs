// SPDX-License-Identifier: MIT
//
// The drawn call graph in a browser: boxes and arrows, the keyboard, the search, what is drawn and
// which way, the whole in small, the graph of both sides, and the small one of a function.
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

/// Their places in the drawing.
const places = (page) =>
  page.$$eval('.graph-scroll .node .box', (all) =>
    all.map((box) =>
      Object.fromEntries(
        ['x', 'y', 'width', 'height'].map((name) => [name, Number(box.getAttribute(name))]),
      ),
    ),
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

it('draws calls to the right if asked, and the arrow keys follow', async () => {
  const right = await asked(one, '/api/graph?direction=right');
  const chain = right.edges.filter(({ hot, from, to }) => hot && from !== to);
  assert.ok(chain.length > 3);
  await opened(one, '/graph', async (page) => {
    await page.selectOption('label:has-text("Calls lead") select', 'right');
    await page.waitForFunction(() => window.location.search.includes('direction=right'));
    await settled(page);
    const drawn = await boxes(page);
    for (const { from, to } of chain) {
      assert.ok(drawn[to].x >= drawn[from].x + drawn[from].width, drawn[to].label);
    }
    await page.focus('.node[tabindex="0"]');
    await page.keyboard.press('ArrowRight');
    assert.equal(await current(page), '(below main)');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await current(page), drawn[0].label);
    await page.keyboard.press('ArrowDown');
    assert.equal(await current(page), drawn[1].label);
    await page.keyboard.press('ArrowUp');
    assert.equal(await current(page), drawn[0].label);
  });
  await opened(two, '/graph?direction=right', async (page) => {
    await page.waitForSelector('.node');
    const places = await boxes(page);
    const at = (label) => places.find((each) => each.label === label);
    assert.ok(at('leaf').x >= at('main').x + at('main').width);
    await no_faults(page);
  });
});

/// The frame in the small picture, and what of the large one is in sight, as shares of the whole.
const sights = (page) =>
  page.evaluate(() => {
    const box = document.querySelector('.graph-scroll');
    const small = document.querySelector('.minimap').getBoundingClientRect();
    const frame = document.querySelector('.minimap .in-sight').getBoundingClientRect();
    return [
      [(frame.x - small.x) / small.width, box.scrollLeft / box.scrollWidth],
      [(frame.y - small.y) / small.height, box.scrollTop / box.scrollHeight],
      [frame.width / small.width, box.clientWidth / box.scrollWidth],
      [frame.height / small.height, box.clientHeight / box.scrollHeight],
    ];
  });

async function frame_follows(page) {
  await settled(page);
  const found = await sights(page);
  assert.ok(found.every(([small, large]) => Math.abs(small - large) < 0.03), String(found));
}

it('shows the whole in small, where a click or a drag goes', async () => {
  const { nodes } = await asked(one, '/api/graph');
  await opened(one, '/graph', async (page) => {
    const small = await page.waitForSelector('.minimap[aria-hidden=true]');
    assert.equal((await small.$$('.box')).length, nodes.length);
    assert.equal((await small.$$('.box.hot')).length, nodes.filter(({ hot }) => hot).length);
    await frame_follows(page);
    await page.$eval('.graph-scroll', (box) => box.scrollBy(150, 200));
    await frame_follows(page);
    const [[left], , [wide]] = await sights(page);
    await page.click('[aria-label=Larger]');
    await frame_follows(page);
    const [[nearer], , [narrow]] = await sights(page);
    assert.ok(narrow < wide, `${narrow} ${wide}`);
    const moved = nearer + narrow / 2 - left - wide / 2;
    assert.ok(Math.abs(moved) < 0.02, `the middle stays: ${moved}`);
    await page.focus('.node[tabindex="0"]');
    const top = () => page.$eval('.graph-scroll', (box) => box.scrollTop);
    const area = await small.boundingBox();
    await page.mouse.move(area.x + area.width / 2, area.y + area.height - 3);
    await page.mouse.down();
    const low = await top();
    await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
    const middle = await top();
    await page.mouse.move(area.x + area.width / 2, area.y - 50);
    assert.ok(low > middle && middle > 0 && (await top()) === 0, `${low} ${middle}`);
    await page.mouse.up();
    assert.equal(await current(page), nodes[0].label, 'the focus stays');
    await frame_follows(page);
  });
  await opened(one, '/graph?nodes=2', async (page) => {
    await page.waitForSelector('.node');
    assert.equal(await page.$('.minimap'), null, 'it fits');
  });
  await opened(two, '/graph', async (page) => {
    await page.focus('.node[tabindex="0"]');
    for (let times = 0; times < 5; ++times) {
      await page.keyboard.press('+');
    }
    await page.waitForSelector('.minimap .box.look-m3.hot');
    await frame_follows(page);
  });
});

/// Of the box with the focus, and of the small picture with its corner, where there is one.
const focused_and_small = (page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
    const small = document.querySelector('.minimap');
    return {
      focused: document.activeElement.querySelector('.box').getBoundingClientRect().toJSON(),
      small: small?.getBoundingClientRect().toJSON() ?? null,
      corner: small?.className,
      room: document.querySelector('.graph-scroll').clientWidth,
    };
  });

it('draws rings around a function and boxes of three sizes, and keeps them in the address', async () => {
  await opened(one, '/graph?cluster=file', async (page) => {
    const normal = await places(page);
    await page.selectOption('label:has-text("Box size") select', 'compact');
    await page.waitForFunction(() => window.location.search.includes('boxes=compact'));
    await settled(page);
    const compact = await places(page);
    assert.equal(compact.length, normal.length);
    assert.ok(compact.every(({ height }, at) => height < 0.6 * normal[at].height));
    await page.selectOption('label:has-text("Box size") select', 'tall');
    await page.waitForFunction(() => window.location.search.includes('boxes=tall'));
    await settled(page);
    assert.ok((await places(page)).some(({ height }, at) => height > normal[at].height));
    assert.equal(await page.$$eval('.cluster', (all) => all.length > 0), true);
    await page.selectOption('label:has-text("Calls lead") select', 'circle');
    await page.waitForFunction(() => window.location.search.includes('direction=circle'));
    await settled(page);
    assert.ok(!page.url().includes('cluster='));
    assert.equal(await page.$('.cluster'), null);
    assert.equal(await page.$('label:has-text("Frames")'), null);
    const asked_for = await asked(one, '/api/graph?direction=circle&boxes=tall');
    const drawn = await places(page);
    assert.deepEqual(
      drawn,
      asked_for.nodes.map(({ x, y, width, height }) => ({ x, y, width, height })),
    );
    await page.click('.tabs a:has-text("Changes")');
    await page.waitForFunction(() => window.location.pathname === '/compare');
    await page.goBack();
    await page.waitForSelector('.node');
    await settled(page);
    assert.deepEqual(await places(page), drawn);
  });
});

it('never covers the box with the focus by the small picture', async () => {
  for (const [path, next, width] of [
    ['/graph', 'ArrowRight', 1280],
    ['/graph?direction=right', 'ArrowDown', 1280],
    ['/graph?direction=circle&boxes=compact', 'ArrowRight', 1280],
    ['/graph', 'ArrowRight', 390],
  ]) {
    const walk = async (page) => {
      await page.focus('.node[tabindex="0"]');
      const corners = new Set();
      for (const key of [...Array(60).fill(next), '+', '+', ...Array(20).fill(next)]) {
        await page.keyboard.press(key);
        const { focused, small, corner, room } = await focused_and_small(page);
        if (small !== null) {
          corners.add(corner);
          assert.ok(small.width < 0.4 * room, `${small.width} of ${room}`);
          const apart =
            focused.right <= small.left ||
            small.right <= focused.left ||
            focused.bottom <= small.top ||
            small.bottom <= focused.top;
          assert.ok(apart, `${path} ${width}: ${await current(page)}`);
        }
        const in_sight = focused.top < 800 && focused.bottom > 0 && focused.left < width;
        assert.ok(in_sight, `${path} ${width}: ${await current(page)} is in sight`);
      }
      assert.ok(corners.size > 1, `${path} ${width}: ${[...corners]}`);
    };
    await opened_in(browser, one, path, walk, { width });
  }
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
    assert.equal(await page.$('.fn-graph .minimap'), null);
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
    [one, '/graph?direction=right'],
    [one, '/graph?direction=circle&boxes=compact'],
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
