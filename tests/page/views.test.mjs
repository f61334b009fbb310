// SPDX-License-Identifier: MIT
//
// Each view in a real browser: what it shows, how it is reached, and that axe-core is content.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  asked,
  axe_in_both,
  end_all,
  launch,
  open_page,
  recorded,
  require_build,
  settled,
  stand_in,
} from './setup.mjs';

require_build();
let browser;
let one;
let two;
before(async () => {
  browser = await launch();
  one = await stand_in([recorded('callgrind.out.cache.gz')]);
  two = await stand_in(
    [recorded('callgrind.out.leaf-new.gz')],
    [recorded('callgrind.out.leaf-old.gz')],
  );
});
after(end_all);

async function id_of(server, name) {
  const { functions } = await asked(server, `/api/search?s=${encodeURIComponent(name)}`);
  return functions.rows.find((row) => row.name === name).id;
}

async function file_of(server, name) {
  const { rows } = await asked(server, '/api/files?limit=500');
  return rows.find((row) => row.name?.endsWith(name)).file_id;
}

/// Every view, and those states of it that look different.
async function views() {
  const main = await id_of(one, 'main');
  const leaf = await id_of(two, 'leaf');
  const source = await file_of(one, 'wordcount.cpp');
  return [
    [one, '/', 'Overview'],
    [one, '/functions', 'Functions'],
    [one, '/functions?group=object&e2=Dr', 'Functions by object'],
    [one, '/functions?by=object', 'Functions'],
    [one, `/functions?sel=${main}&q=self%20%3E%201%25`, 'Functions'],
    [one, '/functions?q=name%20%3D%20nothing', 'Functions'],
    [one, '/functions?q=self%20%3E', 'Functions'],
    [one, '/fn', 'Function'],
    [one, `/fn/${main}`, 'main'],
    [one, `/fn/${main}?tab=path`, 'main'],
    [one, '/fn/aaaaaaaaaaaaa', 'Function'],
    [one, '/tree', 'Call tree'],
    [one, '/tree?inv=1', 'Callers tree'],
    [one, '/flame', 'Flame graph'],
    [one, '/flame?mode=flame&find=string&color=share', 'Flame graph'],
    [one, '/flame?as=outline', 'Flame graph'],
    [one, `/flame?mode=sandwich&sel=${main}`, 'Sandwich'],
    [one, '/source', 'Source files'],
    [one, `/source/${source}`, './wordcount.cpp'],
    [one, '/compare', 'Changes'],
    [one, '/gate', 'Gate'],
    [one, '/settings', 'Settings'],
    [one, '/help', 'Help'],
    [one, '/nowhere', 'No such page'],
    [two, '/?base=base', 'Overview'],
    [two, '/functions?base=base&unchanged=1', 'Functions compared'],
    [two, `/fn/${leaf}?base=base`, 'leaf'],
    [two, '/compare?base=base', 'Changes'],
    [two, '/gate?rules=Ir%3D%2B1%25&rules=Ir%3D2e9', 'Gate'],
    [two, '/gate?rules=nonsense', 'Gate'],
  ];
}

const kLooks = [
  { name: 'wide', width: 1280, height: 560 },
  { name: 'narrow', width: 320, height: 480 },
];

for (const look of kLooks) {
  describe(`every view, ${look.name}`, () => {
    it('has its heading, no complaint, nothing for axe-core, and no sideways scrolling', async () => {
      const page = await open_page(browser, one, '/', look);
      let server = one;
      const problems = [];
      for (const [of, path, heading] of await views()) {
        await page.goto(of === server ? of.origin + path : of.link(path));
        server = of;
        await settled(page);
        const h1 = (await page.textContent('h1')).trim();
        if (!h1.includes(heading)) {
          problems.push(`${path}: its heading is ${h1}`);
        }
        problems.push(...(await axe_in_both(page)).map((each) => `${path}: ${each}`));
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (overflow > 0) {
          problems.push(`${path}: scrolls sideways by ${overflow}`);
        }
      }
      assert.deepEqual(problems, []);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    });

    it('is content with what opens over the page', async () => {
      const page = await open_page(browser, one, '/functions', look);
      const open = [
        ['Search everything', 'dialog.palette [role=option]'],
        ['Keyboard shortcuts', 'dialog kbd'],
        ['Events and formulas', 'dialog table'],
        [null, '[role=menuitem]'],
      ];
      for (const [button, shown] of open) {
        await page.click('.top .menu > button');
        if (button !== null) {
          await page.click(`[role=menuitem]:has-text("${button}")`);
        }
        await page.waitForSelector(shown);
        assert.deepEqual(await axe_in_both(page), [], button);
        await page.keyboard.press('Escape');
        await page.waitForSelector(shown, { state: 'detached' });
      }
      await page.fill('#query', 'self >');
      await page.waitForSelector('#query-fault');
      assert.deepEqual(await axe_in_both(page), [], 'a query that is wrong');
      await page.context().close();
    });
  });
}
