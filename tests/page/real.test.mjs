// SPDX-License-Identifier: MIT
//
// The page in front of `quern view` itself, with real profiles of every format.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import {
  end_all,
  kQuern,
  kTop,
  launch,
  open_page,
  real_server,
  recorded,
  require_build,
  settled,
} from './setup.mjs';

require_build();
const shared = (name) => join(kTop, '../shared/corpus', name);
const kProfiles = [
  ['Callgrind with cache events', [recorded('callgrind.out.cache.gz')]],
  ['Callgrind with jumps', [recorded('callgrind.out.jumps.gz')]],
  ['Callgrind in parts', [recorded('callgrind.out.parts.gz')]],
  ['Callgrind by threads', [recorded('callgrind.out.1-01.gz'), recorded('callgrind.out.1-02.gz')]],
  ['Cachegrind', [recorded('cachegrind.out.wordcount.gz')]],
  [
    'Callgrind, compared',
    [recorded('callgrind.out.leaf-new.gz')],
    [recorded('callgrind.out.leaf-old.gz')],
  ],
  [
    'Cachegrind, compared',
    [recorded('cachegrind.out.leaf-new.gz')],
    [recorded('cachegrind.out.leaf-old.gz')],
  ],
  ['IgProf memory', [shared('igprof/python-mp.gz')]],
  ['IgProf time', [shared('igprof/xz-pp.gz')]],
  ['IgProf descriptors', [shared('igprof/fdt-fd.gz')]],
  ['Xdebug', [shared('xdebug/cachegrind.out.composer-dump.gz')]],
  ['Parrot', [shared('parrot/parrot.pprof.fib.gz')]],
  ['Parrot, converted', [shared('parrot/parrot.out.nqp.gz')]],
];
/// What a format does not record is refused in words; anything else is a fault.
const kRefusals = /no-calls|no-lines|needs-stacks|no-source|mixed-stacks|no-invocations|ambiguous-name/;

const has_view = spawnSync(kQuern, ['view', '--help']).status === 0;
let browser;
before(async () => {
  browser = await launch();
});
after(end_all);

describe('quern view', { skip: has_view ? false : 'this program has no view yet' }, () => {
  for (const [name, files, base = []] of kProfiles) {
    it(`shows ${name}`, { skip: existsSync(files[0]) ? false : 'not here' }, async () => {
      const server = await real_server(files, base);
      try {
        await walk(server, base.length > 0);
      } finally {
        await server.stop();
      }
    });
  }
});

async function walk(server, compares) {
  const page = await open_page(browser, server, '/');
  const problems = [];
  const look = async (path) => {
    // As a link goes there: the page itself stays, and its session.
    await page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await settled(page);
    for (const fault of await page.$$eval('.fault', (all) => all.map((each) => each.textContent))) {
      if (!kRefusals.test(fault)) {
        problems.push(`${path}: ${fault}`);
      }
    }
    return page.evaluate(() => document.querySelector('main').textContent);
  };
  const ids = await page.$$eval('.card .name a[href^="/fn/"]', (all) =>
    all.map((a) => a.getAttribute('href')),
  );
  for (const path of [
    '/',
    '/functions',
    '/functions?group=object',
    '/functions?group=file&sort=incl',
    '/tree',
    '/tree?inv=1',
    '/flame',
    '/flame?inv=1&as=outline',
    '/graph',
    '/map',
    '/source',
    '/compare',
    '/gate',
  ]) {
    await look(path);
  }
  for (const id of ids.slice(0, 2)) {
    await look(id);
    const source = await page.$('.place-line a');
    if (source !== null) {
      await look(await source.getAttribute('href'));
    }
    await look(`${id}?tab=path`);
    await look(`${id}?tab=parts`);
    await look(`${id}?tab=all`);
    await look(`${id}?tab=all&way=callers`);
    await look(`${id}?tab=calls`);
  }
  await look('/source');
  const file = await page.$('.grid-body .name a');
  const file_href = file === null ? null : await file.getAttribute('href');
  if (file_href !== null) {
    await look(file_href);
  }
  if (compares) {
    if (file_href !== null) {
      await look(`${file_href}?base=base`);
    }
    for (const path of [
      '/?base=base',
      '/functions?base=base',
      '/compare?base=base',
      '/tree?base=base',
      '/tree?base=base&inv=1',
      '/flame?base=base',
      '/flame?base=base&widths=old&as=outline',
      '/source?base=base',
      '/gate?rules=Ir%3D%2B1%25',
      ...ids.slice(0, 2).map((id) => `${id}?base=base`),
    ]) {
      await look(path);
    }
  }
  assert.deepEqual(problems, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}
