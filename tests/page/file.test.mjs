// SPDX-License-Identifier: MIT
//
// The page in one file, opened from disk: no server, no request to anybody.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  axe_in_both,
  end_all,
  hostile_profile,
  kQuern,
  launch,
  opened_in,
  patient_page,
  recorded,
  settled,
} from './setup.mjs';

let browser;
let folder;
let hostile;
const files = {};
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  hostile = await hostile_profile();
  const write = (name, ...words) => {
    const out = join(folder, `${name}.html`);
    execFileSync(kQuern, ['view', '--no-config', '--html', out, ...words], { stdio: 'ignore' });
    const address = String(pathToFileURL(out));
    files[name] = { link: (path) => (path === '' ? address : `${address}#${path}`) };
  };
  write('one', recorded('callgrind.out.cache.gz'));
  write('two', '--base', recorded('callgrind.out.leaf-old.gz'), recorded('callgrind.out.leaf-new.gz'));
  write('cut', '--html-size', '1', recorded('callgrind.out.cache.gz'));
  write('flat', recorded('cachegrind.out.wordcount.gz'));
  write('hostile', hostile.file);
  write('damaged', recorded('cachegrind.out.wordcount.gz'));
  const damaged = join(folder, 'damaged.html');
  const text = await readFile(damaged, 'utf8');
  await writeFile(damaged, text.replace(/(id="quern-answers">.{200})..../, '$1AAAA'));
});
after(async () => {
  await end_all();
  await hostile?.remove();
  await rm(folder, { recursive: true });
});

/// Everything but the file itself is refused, and told.
async function opened(name, path, work, options) {
  const watched = async (page) => {
    const asked = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('blob:') && !request.url().startsWith(files[name].link(''))) {
        asked.push(request.url());
      }
    });
    await work(page);
    assert.deepEqual(asked, []);
  };
  await opened_in(browser, files[name], path, watched, options);
}

const place = (page) => page.evaluate(() => window.location.hash);
const faults = (page) => page.$$eval('.fault', (all) => all.map((each) => each.textContent));

describe('the page in one file', () => {
  it('lists the members of a cycle that it has', async () => {
    await opened('one', '/functions', async (page) => {
      await page.click('.grid-row:has-text("is_even") a.tag');
      const kMembers = '.grid[aria-label="Members of the cycle"] .grid-body .grid-row';
      await page.waitForSelector(kMembers);
      assert.match(await page.textContent('.reach .note'), /^2 functions call each other/);
      const members = await page.$$eval(kMembers, (all) => all.map((each) => each.textContent));
      assert.equal(members.length, 2);
      assert.ok(members.some((text) => text.includes('is_odd')));
      assert.deepEqual(await faults(page), []);
    });
  });
  it('replaces no file unless told to, and leaves none behind', async () => {
    const run = (...words) => spawnSync(kQuern, ['view', '--no-config', ...words]);
    const there = join(folder, 'there.html');
    await writeFile(there, 'mine');
    const profile = recorded('cachegrind.out.wordcount.gz');
    const refused = run('--html', there, profile);
    assert.equal(refused.status, 4);
    assert.match(String(refused.stderr), /output-exists/);
    assert.equal(await readFile(there, 'utf8'), 'mine');
    assert.notEqual(run('--html', join(folder, 'none.html'), join(folder, 'missing')).status, 0);
    assert.deepEqual((await readdir(folder)).filter((each) => /none|tmp/.test(each)), []);
    assert.equal(run('--force', '--html', there, profile).status, 0);
    assert.match(await readFile(there, 'utf8'), /^<!doctype html>/);
  });
  it('says so if its data cannot be read', async () => {
    const page = await patient_page(browser);
    await page.goto(files.damaged.link(''));
    await page.waitForSelector('text=The data in this file cannot be read');
    await page.close();
  });
  it('says on each view what it is, and what it leaves out', async () => {
    await opened('one', '/functions', async (page) => {
      assert.match(await page.textContent('.banner'), /This file holds part of the profile/);
      await page.click('.banner a');
      await page.waitForSelector('#left-out-title');
      const told = await page.textContent('[aria-labelledby=left-out-title]');
      assert.match(told, /\d of [\d,]+ functions in lists|all [\d,]+ functions/);
      assert.match(told, /Not in this file: queries/);
    });
  });
  it('goes from view to view without a server', async () => {
    await opened('one', '/', async (page) => {
      await page.keyboard.press('2');
      await page.waitForSelector('.grid-body .grid-row');
      assert.equal(await place(page), '#/functions');
      // Lists by name and running totals are not in the file, and not offered.
      assert.equal(await page.$('[role=columnheader] button:has-text("Function")'), null);
      assert.equal(await page.$('label:has-text("running total")'), null);
      await page.focus('.grid');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForSelector('h1.subject');
      assert.match(await place(page), /^#\/fn\/\w+/);
      await page.goBack();
      await page.waitForSelector('.grid-body .grid-row');
      await page.reload();
      await settled(page);
      assert.equal(await page.textContent('h1'), 'Functions');
      for (const path of ['/tree', '/tree?inv=1', '/flame', '/flame?inv=1', '/source', '/help']) {
        await page.evaluate((to) => {
          window.location.hash = to;
        }, path);
        await settled(page);
        assert.deepEqual(await faults(page), [], path);
      }
    });
  });
  it('has one call graph, whose direction is not offered', async () => {
    for (const name of ['one', 'two']) {
      await opened(name, '/graph', async (page) => {
        await page.waitForSelector('.graph-scroll .node');
        assert.equal(await page.$('label:has-text("Calls lead")'), null);
        assert.deepEqual(await faults(page), []);
      });
    }
  });
  it('offers no control that can only fail, and keeps no picture of another event', async () => {
    await opened('two', '/gate?base=base', async (page) => {
      await page.waitForSelector('main p:has-text("holds no results of rules")');
      assert.equal(await page.$('.rule-form'), null);
    });
    await opened('one', '/functions', async (page) => {
      await page.click('.grid-body .name a');
      await page.waitForSelector('.subtabs');
      assert.equal(await page.$('.subtabs a:has-text("All callers and callees")'), null);
    });
    await opened('cut', '/flame', async (page) => {
      await page.waitForSelector('.flame-box canvas');
      await page.evaluate(() => {
        window.location.hash = '/flame?e=DLmw';
      });
      await page.waitForSelector('main .fault');
      assert.equal(await page.$('.flame-box canvas'), null);
    });
  });
  it('shows other events, zooms, finds, and shows lines of source', async () => {
    await opened('one', '/functions?e=Dr&sort=incl', async (page) => {
      assert.deepEqual(await faults(page), []);
      await page.goto(files.one.link('/flame'));
      await page.waitForSelector('canvas');
      await page.focus('.flame-scroll');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('z');
      await page.waitForSelector('.zoom-path');
      assert.deepEqual(await faults(page), []);
      await page.keyboard.press('Control+k');
      await page.fill('.palette input', 'main');
      await page.waitForSelector('.palette [role=option]:has-text("main")');
      await page.keyboard.press('Escape');
      await page.goto(files.one.link('/source'));
      await page.click('.grid-body .name a');
      await page.waitForSelector('h1.subject');
      await settled(page);
      assert.deepEqual(await faults(page), []);
    });
  });
  it('keeps its lists whole while words mark frames', async () => {
    await opened('one', '/flame', async (page) => {
      for (const words of ['leaf', 'self > 1%']) {
        await page.fill('#query', words);
        await page.waitForSelector('.status:has-text("frames match")');
        await page.click('.tabs a:text-is("Functions")');
        await page.waitForSelector('h1:text-is("Functions")');
        await settled(page);
        assert.deepEqual(await faults(page), []);
        assert.match(await page.textContent('.crumbs'), /search, not used here/);
        await page.click('.tabs a:text-is("Flame")');
        await page.waitForSelector('.flame-scroll');
      }
    });
  });
  it('compares', async () => {
    await opened('two', '/compare?base=base', async (page) => {
      for (const path of ['/', '/functions', '/functions?unchanged=1']) {
        await page.goto(files.two.link(path));
        await settled(page);
        assert.deepEqual(await faults(page), [], path);
      }
      await page.click('.grid-body .name a');
      await page.waitForSelector('h1.subject');
      await settled(page);
      assert.deepEqual(await faults(page), []);
    });
  });
  it('says so where an answer is left out', async () => {
    await opened('cut', '/functions?q=self%20%3E%201%25', async (page) => {
      assert.match((await faults(page))[0], /does not contain the answer.*quern view/s);
    });
    await opened('flat', '/functions?parts=1', async (page) => {
      assert.match((await faults(page))[0], /does not contain the answer/);
    });
  });
  it('holds names that nobody would write', async () => {
    await opened('hostile', '/functions', async (page) => {
      const names = await page.$$eval('.grid-body .name bdi', (all) => all.map((e) => e.textContent));
      assert.ok(names.some((name) => name.includes('<img src=x onerror')), names.join('\n'));
      assert.ok(names.some((name) => name.includes('</script>')), names.join('\n'));
      assert.equal(await page.evaluate(() => window.hacked), undefined);
    });
  });
  for (const width of [1280, 320]) {
    it(`shuts nobody out, ${width} px`, async () => {
      await opened(
        'one',
        '/',
        async (page) => {
          for (const path of ['/', '/functions', '/flame', '/functions?q=x']) {
            await page.goto(files.one.link(path));
            await settled(page);
            assert.deepEqual(await axe_in_both(page), [], path);
          }
        },
        { width },
      );
    });
  }
});
