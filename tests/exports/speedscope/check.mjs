// SPDX-License-Identifier: MIT
//
// Has speedscope's own page open profiles, in a browser without a window, and tells what it shows.
// usage: node check.mjs PACKAGES PROFILE… ; CHROMIUM names the browser. Prints a JSON list of
// {title, error, rows}: rows of its table of functions, hottest first, as [self, name].
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { basename, join, normalize } from 'node:path';

const [packages, ...profiles] = process.argv.slice(2);
const require = createRequire(join(packages, 'package.json'));
const { chromium } = require('playwright-core');
const kPage = join(packages, 'node_modules/speedscope/dist/release');
const kTypes = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json' };

/// The page, and each profile under its number.
async function answer(request, response) {
  const path = new URL(request.url, 'http://localhost').pathname;
  const number = /^\/profile\/(\d+)\//.exec(path);
  try {
    const file = number === null ? join(kPage, normalize(path)) : profiles[Number(number[1])];
    const type = kTypes[file.split('.').pop()] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(await readFile(file));
  } catch {
    response.writeHead(404).end();
  }
}

/// Once more where its page did not come up in time: that says nothing of the profile.
async function shown_in_time(browser, origin, number) {
  const first = await shown(browser, origin, number).catch((error) => ({
    errors: [String(error)],
  }));
  const is_late = first.errors.some((each) => each.includes('Timeout'));
  return is_late ? shown(browser, origin, number) : first;
}

async function shown(browser, origin, number) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const profile = `${origin}/profile/${number}/${basename(profiles[number])}`;
  await page.goto(`${origin}/index.html#profileURL=${encodeURIComponent(profile)}&view=sandwich`);
  try {
    await page.waitForFunction(
      () =>
        document.querySelectorAll('table tr').length > 1 ||
        document.body.innerText.includes('went wrong'),
      null,
      { timeout: 60_000 },
    );
  } catch (error) {
    errors.push(String(error));
  }
  const told = await page.evaluate(() => ({
    title: document.title,
    text: document.body.innerText,
    rows: [...document.querySelectorAll('table tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim()),
    ),
  }));
  await page.close();
  if (told.text.includes('went wrong')) {
    errors.push('it says that something went wrong');
  }
  return { title: told.title, errors, rows: told.rows.filter((row) => row.length !== 0) };
}

const server = createServer(answer);
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
const results = [];
for (let number = 0; number < profiles.length; ++number) {
  results.push(await shown_in_time(browser, `http://127.0.0.1:${server.address().port}`, number));
}
await browser.close();
server.close();
console.log(JSON.stringify(results));
