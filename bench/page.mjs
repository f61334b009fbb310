// SPDX-License-Identifier: MIT
//
// How long the page of `quern view` takes, on one profile.
//
//   QUERN=… PAGE_WORK=… node bench/page.mjs PROFILE [STARTS]
//
// Writes one line a measure: until the profile is read; until the page is painted first and until
// its table of functions can be used, in a browser that has never seen it and again; what answers
// take at the server, asked first and asked again. With STARTS, instead, so often: from the start of
// the program until its table of functions can be used, and until all records are read.
import { launch, real_server, settled } from '../tests/page/setup.mjs';

const [profile, count] = process.argv.slice(2);
const starts = Number(count ?? 0);

function tell(what, milliseconds) {
  process.stdout.write(`${what.padEnd(44)} ${milliseconds.toFixed(0).padStart(8)} ms\n`);
}

async function asked(server, target) {
  const started = performance.now();
  const response = await fetch(server.origin + target, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  const body = await response.text();
  return { took: performance.now() - started, status: response.status, body };
}

async function wait_until_ready(server) {
  for (;;) {
    const { body } = await asked(server, '/api/meta');
    const { state, records } = JSON.parse(body);
    if (state !== 'loading' && records !== false) {
      return;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function measure_answers(server) {
  const list = JSON.parse((await asked(server, '/api/functions?limit=100')).body);
  const id = list.rows[Math.floor(list.rows.length / 2)].id;
  for (const target of [
    '/api/functions?limit=100&sort=incl',
    `/api/functions?limit=100&offset=${Math.floor(list.matched / 2)}`,
    '/api/functions?limit=100&q=self%20%3E%200',
    `/api/fn/${id}?limit=100`,
    '/api/tree?limit=100',
    '/api/flame?px=1200',
  ]) {
    const what = target.replace(id, 'ID').replace(/%20/g, ' ');
    const first = await asked(server, target);
    if (first.status !== 200) {
      throw new Error(`${what}: ${first.body}`);
    }
    tell(`${what}, first`, first.took);
    const again = [];
    for (let at = 0; at < 5; at += 1) {
      again.push((await asked(server, target)).took);
    }
    tell(`${what}, again`, again.sort((a, b) => a - b)[2]);
  }
}

async function measure_page(server, what) {
  const browser = await launch();
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(600_000);
  await watch_rows(page);
  await page.goto(server.link('/functions'));
  const usable = await first_rows(page);
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  );
  await settled(page);
  tell(`first paint, ${what}`, paint);
  tell(`usable table, ${what}`, usable);
  await browser.close();
}

/// Notes when the page has its first rows: who asks for that again and again finds it half a second
/// late.
async function watch_rows(page) {
  await page.addInitScript(() => {
    new MutationObserver((_, watching) => {
      if (document.querySelector('.grid-body .grid-row .num') !== null) {
        globalThis.usable = performance.now();
        watching.disconnect();
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/// When it had them, in milliseconds of its own.
async function first_rows(page) {
  await page.waitForFunction(() => globalThis.usable !== undefined);
  return page.evaluate(() => globalThis.usable);
}

/// All at once, as a user meets it: the program starts, and a browser that is open goes there.
async function measure_start() {
  const browser = await launch();
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(600_000);
  await watch_rows(page);
  const started = performance.now();
  const server = await real_server([profile]);
  try {
    await page.goto(server.link('/functions'));
    const usable = await first_rows(page);
    const origin = await page.evaluate(() => performance.timeOrigin);
    tell('start to usable table', origin + usable - performance.timeOrigin - started);
    await wait_until_ready(server);
    tell('start to all records', performance.now() - started);
  } finally {
    await browser.close();
    await server.stop();
  }
}

for (let at = 0; at < starts; at += 1) {
  await measure_start();
}
if (starts > 0) {
  process.exit();
}
const started = performance.now();
const server = await real_server([profile]);
try {
  await wait_until_ready(server);
  tell('reading', performance.now() - started);
  await measure_page(server, 'first asked');
  await measure_page(server, 'asked again');
  await measure_answers(server);
} finally {
  await server.stop();
}
