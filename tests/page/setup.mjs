// SPDX-License-Identifier: MIT
//
// What tests of the page share: a browser, a server, and a page that must not complain.
// QUERN names the program, CHROMIUM the browser, PAGE_WORK the folder where the page was built (web/
// unless named), with its packages.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

export async function launch() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

export async function stand_in(files, base = []) {
  const dist = join(kWork, 'dist');
  return new StandIn({ quern: kQuern, dist, files, base }).start();
}

/// `quern view` itself: {origin, link(), stop()}. A program that was built without the page is
/// given web/dist in front of its API; so is any with PAGE=dist, while one works on the page.
export async function real_server(files, base = []) {
  const words = ['view', '--no-browser', '--no-config'];
  const child = spawn(kQuern, [...words, ...base.flatMap((file) => ['--base', file]), ...files]);
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
    child.on('exit', () => done(null));
  });
  if (found === null) {
    throw new Error(`quern view ended: ${text}`);
  }
  const stop_child = () =>
    new Promise((done) => {
      child.on('exit', done);
      child.kill('SIGTERM');
    });
  const { status } = await fetch(`${found.origin}/`);
  const has_page = status === 200 && process.env.PAGE !== 'dist';
  const front = has_page ? null : await front_of(found.origin);
  const origin = front === null ? found.origin : front.origin;
  return {
    origin,
    token: found.token,
    link: (path = '/') => `${origin}${path}#t=${found.token}`,
    stop: async () => {
      front?.stop();
      await stop_child();
    },
  };
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
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  page.complaints = [];
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

/// Nothing is being asked or laid out any more.
export async function settled(page) {
  await page.waitForSelector('h1');
  await page.waitForFunction(
    () => document.querySelector('.loading, .read-progress, [aria-busy=true]') === null,
  );
}

const kTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/// What axe-core finds, in words; the policy of the page allows no script of its own.
export async function axe(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  const { readFile } = await import('node:fs/promises');
  await page.evaluate(await readFile(kAxe, 'utf8'));
  const found = await page.evaluate(
    (tags) =>
      window.axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      }),
    kTags,
  );
  return found.violations.flatMap((each) =>
    each.nodes.map((node) => `${each.id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
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
