// SPDX-License-Identifier: MIT
//
// The old side: shown from the start where there is one, else chosen among the profiles nearby.
import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { asked, axe, end_all, launch, no_faults, opened_in, real_server, settled } from './setup.mjs';

let browser;
let folder;
const profile = (same, leaf) =>
  `events: Ir\nfl=a.c\nfn=main\n1 ${same}\ncfn=leaf\ncalls=1 1\n1 ${leaf}\nfn=leaf\n2 ${leaf}\nfn=idle\n3 7\n`;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  await writeFile(join(folder, 'callgrind.out.1'), profile(10, 100));
  await writeFile(join(folder, 'callgrind.out.2'), profile(10, 300));
  await writeFile(join(folder, 'callgrind.out.broken'), `${profile(10, 300)}1 x\n`);
  await writeFile(join(folder, 'notes.bin'), '\x89PNG\r\n\x1a\n\0\0');
  const old = new Date(Date.now() - 1e6);
  await utimes(join(folder, 'callgrind.out.broken'), old, old);
});
after(async () => {
  await end_all();
  await rm(folder, { recursive: true });
});

const names_of = (page) =>
  page.$$eval('.grid-row .name bdi:first-of-type', (all) => all.map((each) => each.textContent));

describe('with --base', () => {
  it('the page begins with what changed', async () => {
    const server = await real_server(
      [join(folder, 'callgrind.out.2')],
      [join(folder, 'callgrind.out.1')],
    );
    await opened_in(browser, server, '/functions', async (page) => {
      await page.waitForSelector('h1:text-is("Functions compared")');
      await settled(page);
      assert.deepEqual((await names_of(page)).filter((name) => name !== 'a.c'), ['leaf', 'main']);
      await page.click('label:has-text("unchanged rows too")');
      await page.waitForSelector('.grid-row:has-text("idle")');
      // One switch, which names the old profile; and the tab has a name of its own.
      assert.equal(await page.locator('button:has-text("Compare")').count(), 0);
      await page.click('button:has-text("vs callgrind.out.1")');
      await page.waitForSelector('h1:text-is("Functions")');
      assert.match(page.url(), /base=off/);
      await page.click('.tabs a:text-is("Tree")');
      await page.waitForSelector('h1:text-is("Call tree")');
      await page.keyboard.press('b');
      await page.waitForSelector('h1:text-is("Call tree compared")');
      await no_faults(page);
    });
    await server.stop();
  });
});

describe('without a base', () => {
  it('the page offers the profiles in the folder', async () => {
    const server = await real_server([join(folder, 'callgrind.out.2')]);
    await opened_in(browser, server, '/compare', async (page) => {
      await page.waitForSelector('td:has-text("callgrind.out.1")');
      const offered = await page.$$eval('td button', (all) => all.map((each) => each.textContent));
      assert.deepEqual(offered, ['callgrind.out.1', 'callgrind.out.broken']);
      assert.deepEqual(await axe(page), []);
      await page.click('td button:has-text("callgrind.out.1")');
      await page.waitForSelector('h2:text-is("Largest changes")');
      assert.deepEqual((await names_of(page)).filter((name) => name !== 'a.c'), ['leaf', 'main']);
      const { profiles } = await asked(server, '/api/meta');
      assert.deepEqual(profiles.map((each) => each.id), ['new', 'base']);
      await no_faults(page);
    });
    await server.stop();
  });
  it('a gate offers the same; what cannot be read leaves the page as it is', async () => {
    const server = await real_server([join(folder, 'callgrind.out.2')]);
    await opened_in(browser, server, '/gate', async (page) => {
      await page.click('td button:has-text("callgrind.out.broken")');
      await page.waitForSelector('.is-stale:has-text("could not be read")');
      await page.click('.tabs a:text-is("Functions")');
      await page.waitForSelector('h1:text-is("Functions")');
      await page.click('.tabs a:text-is("Gate")');
      await page.click('td button:has-text("callgrind.out.1")');
      await page.waitForSelector('label:has-text("Rule")');
      assert.equal(await page.locator('.is-stale').count(), 0);
    });
    await server.stop();
  });
});

describe('another profile of the folder', () => {
  it('is opened from the name of the open one, by keys too', async () => {
    const server = await real_server(
      [join(folder, 'callgrind.out.2')],
      [join(folder, 'callgrind.out.1')],
    );
    await opened_in(browser, server, '/functions?base=off&parts=1', async (page) => {
      const total = async () => (await asked(server, '/api/meta')).profiles[0].totals[0];
      await page.waitForSelector('h1:text-is("Functions")');
      const before = await total();
      await page.click('button.file');
      await page.waitForSelector('dialog td button:has-text("callgrind.out.1")');
      assert.deepEqual(await axe(page), []);
      // What cannot be read leaves the page as it is.
      await page.click('dialog td button:has-text("callgrind.out.broken")');
      await page.waitForSelector('.is-stale:has-text("could not be read")');
      assert.equal(await page.textContent('button.file'), 'callgrind.out.2');
      await page.locator('h1').click();
      await page.keyboard.press('a');
      await page.waitForFunction(() => document.activeElement?.closest('dialog'));
      await page.focus('dialog td button:has-text("callgrind.out.1")');
      await page.keyboard.press('Enter');
      await page.waitForSelector('button.file bdi:text-is("callgrind.out.1")');
      assert.equal(await page.locator('.is-stale').count(), 0);
      assert.ok(!page.url().includes('parts='), 'parts are of the former profile');
      assert.notDeepEqual(await total(), before);
      // It was the base: nothing is compared with itself.
      assert.equal((await asked(server, '/api/meta')).profiles.length, 1);
      // What cannot be read leaves this one, not the one that quern was started with.
      await page.keyboard.press('a');
      await page.click('dialog td button:has-text("callgrind.out.broken")');
      await page.waitForSelector('.is-stale:has-text("could not be read")');
      const after = await total();
      await page.keyboard.press('a');
      await page.waitForSelector('dialog td button:has-text("callgrind.out.2")');
      assert.equal(await page.locator('dialog td button:text-is("callgrind.out.1")').count(), 0);
      await page.keyboard.press('Escape');
      const now = new Date();
      await utimes(join(folder, 'callgrind.out.1'), now, now); // it is read again
      await page.waitForFunction(() => document.querySelector('.is-stale') === null);
      assert.deepEqual(await total(), after);
    });
    await server.stop();
  });
});

/// What a browser hands to the page when files are dragged over it.
const dragged = (page, files) =>
  page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const [name, text] of given) {
      transfer.items.add(new File([text], name));
    }
    return transfer;
  }, files);

describe('a file of the user', () => {
  it('is opened when it is dropped onto the page, or chosen by keys', async () => {
    const server = await real_server([join(folder, 'callgrind.out.2')]);
    await opened_in(browser, server, '/functions?parts=1', async (page) => {
      const shown = (name) => page.waitForSelector(`button.file bdi:text-is("${name}")`);
      const drag = async (files, over = 'body') => {
        const dataTransfer = await dragged(page, files);
        await page.dispatchEvent(over, 'dragover', { dataTransfer });
        return () => page.dispatchEvent(over, 'drop', { dataTransfer });
      };
      await page.waitForSelector('h1:text-is("Functions")');
      // Until it is dropped, the page says what will happen.
      let drop = await drag([['../dropped.out', profile(10, 700)]]);
      await page.waitForSelector('.file-drop:has-text("to open it instead of callgrind.out.2")');
      assert.deepEqual(await axe(page), []);
      await page.dispatchEvent('body', 'dragleave', {});
      await page.waitForSelector('.file-drop', { state: 'detached' });
      await drop();
      await shown('dropped.out');
      await page.waitForSelector('.file-drop', { state: 'detached' });
      assert.ok(!page.url().includes('parts='), 'parts are of the former profile');
      const { profiles } = await asked(server, '/api/meta');
      assert.deepEqual([profiles[0].files, profiles[0].totals], [['dropped.out'], [717]]);
      // What cannot be read leaves the page as it was, and names the file as the user does.
      drop = await drag([['broken.out', `${profile(10, 300)}1 x\n`]]);
      await drop();
      await page.waitForSelector('.is-stale:has-text("broken.out")');
      assert.ok(!(await page.textContent('.is-stale')).includes('/'), 'no folder of quern');
      await shown('dropped.out');
      // Several are not one profile; text is none of our business.
      drop = await drag([['a', 'x'], ['b', 'y']]);
      await page.waitForSelector('.file-drop.is-refused:has-text("only one file")');
      await drop();
      await page.waitForSelector('.file-drop', { state: 'detached' });
      await drag([]);
      await settled(page);
      assert.equal(await page.locator('.file-drop').count(), 0);
      // By keys, from the dialog, which also offers what quern was started with.
      await page.locator('h1').click();
      await page.keyboard.press('a');
      await page.waitForSelector('dialog td button:has-text("callgrind.out.2")');
      assert.deepEqual(await axe(page), []);
      // What the browser would show is not part of the page.
      await page.evaluate(() => {
        document.querySelector('dialog input[type=file]').addEventListener('click', (event) => {
          event.preventDefault();
          event.target.dataset.asked = 'yes';
        });
      });
      await page.focus('dialog button:has-text("Choose a file")');
      await page.keyboard.press('Enter');
      await page.waitForSelector('input[data-asked=yes]', { state: 'attached' });
      await page.setInputFiles('dialog input[type=file]', join(folder, 'callgrind.out.1'));
      await shown('callgrind.out.1');
      assert.equal(await page.locator('.is-stale').count(), 0);
      await page.locator('h1').click();
      await page.keyboard.press('a');
      // A dialog does not hide what will happen.
      drop = await drag([['second.out', profile(1, 2)]], 'dialog');
      await page.waitForSelector('.file-drop:popover-open p');
      await drop();
      await shown('second.out');
      await page.waitForSelector('dialog', { state: 'detached' });
      await no_faults(page);
    });
    await server.stop();
  });
  it('is not sent where it is too large or a folder', async () => {
    const server = await real_server([join(folder, 'callgrind.out.2')]);
    await opened_in(browser, server, '/functions', async (page) => {
      await page.waitForSelector('h1:text-is("Functions")');
      for (const [size, words] of [
        [5 * 2 ** 30, 'too large'],
        [3, 'cannot read'],
      ]) {
        const sent = [];
        page.on('request', (request) => sent.push(request.url()));
        await page.evaluate((told) => {
          const file = new File(['abc'], 'odd.out');
          Object.defineProperty(file, 'size', { value: told });
          file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });
          const event = new Event('drop', { bubbles: true, cancelable: true });
          event.dataTransfer = { items: [{ kind: 'file' }], files: [file] };
          const over = new Event('dragover', { bubbles: true });
          over.dataTransfer = event.dataTransfer;
          document.body.dispatchEvent(over);
          document.body.dispatchEvent(event);
        }, size);
        await page.waitForSelector(`.is-stale:has-text("${words}")`);
        assert.ok(!sent.some((url) => url.includes('/api/file')));
      }
    });
    await server.stop();
  });
});
