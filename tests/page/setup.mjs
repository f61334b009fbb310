// SPDX-License-Identifier: MIT
//
// What tests of the page share: a browser, a server, and a page that must not complain.
// QUERN names the program, CHROMIUM the browser, PAGE_WORK the folder where the page was built (web/
// unless named), with its packages.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StandIn } from './stand_in.mjs';

export const kTop = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const kWork = process.env.PAGE_WORK ?? join(kTop, 'web');
const require = createRequire(join(kWork, 'package.json'));
const { chromium } = require('playwright-core');
const kAxe = require.resolve('axe-core/axe.min.js');
export const kQuern = process.env.QUERN ?? join(kTop, 'build/release/quern');
export const recorded = (name) => join(kTop, 'tests/corpus/recorded', name);

/// How long one piece of work may take, on a machine that does other work too.
const kPatience = 120_000;

/// `promise`, or an error that says what was waited for.
async function in_time(promise, what, patience = kPatience) {
  let clock;
  const late = new Promise((_, fail) => {
    clock = setTimeout(
      () => fail(new Error(`${what()}: not within ${patience / 1000} seconds`)),
      patience,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(clock);
  }
}

/// How to end what still runs: a test that fails leaves its server behind, and this process would
/// wait for it without end.
const running = new Set();

export async function end_all() {
  await Promise.allSettled([...running].map((end) => end()));
}

export async function launch() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  running.add(() => browser.close());
  return browser;
}

export async function stand_in(files, base = []) {
  const dist = join(kWork, 'dist');
  const server = await new StandIn({ quern: kQuern, dist, files, base }).start();
  running.add(() => server.stop());
  return server;
}

/// `quern view` itself: {origin, link(), stop()}. A program that was built without the page is
/// given web/dist in front of its API; so is any with PAGE=dist, while one works on the page.
export async function real_server(files, base = [], options = []) {
  const words = ['view', '--no-browser', '--no-config', ...options];
  const child = spawn(kQuern, [...words, ...base.flatMap((file) => ['--base', file]), ...files]);
  const ended = new Promise((done) => child.on('exit', done));
  let text = '';
  const found = await new Promise((done) => {
    const look = (piece) => {
      text += piece;
      const address = /(http:\/\/[^\s#/]+)\/?#t=([A-Za-z0-9_-]+)/.exec(text);
      if (address !== null) {
        done({ origin: address[1], token: address[2] });
      }
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void ended.then(() => done(null));
  });
  if (found === null) {
    throw new Error(`quern view ended: ${text}`);
  }
  let front = null;
  const stop = async () => {
    front?.stop();
    child.kill('SIGTERM');
    await in_time(ended, () => 'the end of `quern view`', 20_000).finally(() => child.kill('SIGKILL'));
  };
  running.add(stop);
  const { status } = await fetch(`${found.origin}/`);
  const has_page = status === 200 && process.env.PAGE !== 'dist';
  front = has_page ? null : await front_of(found.origin);
  const origin = front === null ? found.origin : front.origin;
  const link = (path = '/') => `${origin}${path}#t=${found.token}`;
  return { origin, token: found.token, link, stop };
}

/// What a server answers, once it has read its profile.
export async function asked(server, path) {
  for (;;) {
    const headers = { Authorization: `Bearer ${server.token}` };
    const answer = await (await fetch(server.origin + path, { headers })).json();
    if (answer.error?.code !== 'loading') {
      return answer;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function front_of(behind) {
  const files = new StandIn({ dist: join(kWork, 'dist') });
  const server = createServer((asked, answer) => {
    if (!asked.url.startsWith('/api/')) {
      void files.file(new URL(asked.url, behind).pathname, answer);
      return;
    }
    const headers = { ...asked.headers, host: new URL(behind).host };
    if (headers.origin !== undefined) {
      headers.origin = behind;
    }
    const passed = request(behind + asked.url, { method: asked.method, headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/// A new page of a browser or a context, for a machine that does other work too.
export async function patient_page(of) {
  const page = await of.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

/// A page whose complaints (errors, refusals of the policy) are gathered in `complaints`.
export async function open_page(browser, server, path, options = {}) {
  const { width = 1280, height = 800, dark = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await patient_page(context);
  page.complaints = [];
  watch_requests(page);
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      page.complaints.push(message.text());
    }
  });
  await page.goto(server.link(path));
  await settled(page);
  return page;
}

/// Does `work` on a page, which must not complain.
export async function opened_in(browser, server, path, work, options = {}) {
  const page = await open_page(browser, server, path, options);
  try {
    await in_time(work(page), () => `what is done with ${path}, now at ${page.url()}`);
    assert.deepEqual(page.complaints, []);
  } finally {
    await page.context().close();
  }
}

export async function no_faults(page) {
  assert.deepEqual(await page.$$eval('.fault', (all) => all.map((each) => each.textContent)), []);
}

/// The same on a page that shows no error in the end.
export async function checked_in(browser, server, path, work, options = {}) {
  const checked = async (page) => {
    await work(page);
    await no_faults(page);
  };
  await opened_in(browser, server, path, checked, options);
}

/// Keeps what the page has asked and not been told yet, but for the stream of events. What a
/// document asked that another one replaces may never end.
function watch_requests(page) {
  page.asking = new Set();
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) {
      page.asking.clear();
    }
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest()) {
      page.asking.clear();
    } else if (request.url().includes('/api/') && !request.url().includes('/api/events')) {
      page.asking.add(request);
    }
  });
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => page.asking.delete(request));
  }
}

/// What was just done has had its time to begin: effects of a drawing run after the next frame, which
/// may be long in coming.
const a_moment = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 40)));
      }),
  );

/// Nothing is being asked or laid out any more. Rows stand until others take their place, so that
/// what is seen alone does not tell.
export async function settled(page) {
  const asking = () => [...(page.asking ?? [])].map((request) => request.url()).join(' ');
  await in_time(rest(page), () => `rest of ${page.url()}, which asks ${asking()}`);
}

async function rest(page) {
  await page.waitForSelector('h1');
  do {
    await a_moment(page);
    while (page.asking?.size > 0) {
      await a_moment(page);
    }
    await page.waitForFunction(
      () => document.querySelector('.loading, .read-progress, [aria-busy=true]') === null,
    );
    await a_moment(page);
  } while (page.asking?.size > 0);
}

const kRules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] };
const kRulesOfColors = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/// What axe-core finds, in words; the policy of the page allows no script of its own.
export async function axe(page, rules = kRules) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  if (await page.evaluate(() => window.axe === undefined)) {
    await page.evaluate(await readFile(kAxe, 'utf8'));
  }
  const found = await page.evaluate(
    (runOnly) => window.axe.run(document, { runOnly, resultTypes: ['violations'] }),
    rules,
  );
  return found.violations.flatMap((each) =>
    each.nodes.map((node) => `${each.id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}

/// The same in light and in dark: of what axe-core looks for, only colors depend on that.
export async function axe_in_both(page) {
  const found = await axe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await a_moment(page);
  found.push(...(await axe(page, kRulesOfColors)).map((each) => `in dark: ${each}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => document.documentElement.dataset.theme !== 'dark');
  return found;
}

/// A profile whose names are as bad as names get.
export async function hostile_profile() {
  const folder = await mkdtemp(join(tmpdir(), 'quern-page-'));
  const file = join(folder, 'callgrind.out.hostile');
  const long = 'L'.repeat(10_000);
  const names = [
    '<img src=x onerror="window.hacked=1">',
    '"><script>window.hacked=1</script>',
    'right\u202eleft\u2066hidden\u200b',
    'nul\u0000inside',
    long,
    '[click](javascript:window.hacked=1)',
    "it's $(rm) `x` | y",
    '<b>::operator< <int>(x)',
  ];
  const rows = [
    '# callgrind format',
    'version: 1',
    'creator: test',
    'events: Ir',
    '',
    'ob=<i>a.out',
    'fl=<u>.c',
  ];
  names.forEach((name, at) => {
    rows.push(`fn=${name}`, `${at + 1} ${(names.length - at) * 1000}`);
  });
  rows.push(
    'fn=main',
    '1 1',
    ...names.flatMap((name, at) => [`cfn=${name}`, 'calls=1 1', `2 ${(names.length - at) * 1000}`]),
    '',
  );
  await writeFile(file, rows.join('\n'));
  return { file, names, remove: () => rm(folder, { recursive: true }) };
}

export function require_build() {
  for (const needed of [kQuern, join(kWork, 'dist/index.html')]) {
    if (!existsSync(needed)) {
      throw new Error(`${needed} is missing: build the program and the page first`);
    }
  }
}
