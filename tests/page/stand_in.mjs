// SPDX-License-Identifier: MIT
//
// Stands in for the server of `quern view` in tests of the page: answers come from the command
// itself, cut into windows and given ids here. It also plays what a server seldom does: being
// slow, failing, going away.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const kPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/// How many functions there are of each kind; those that did not change are not listed.
function kinds_of(diff) {
  const kinds = { added: 0, removed: 0, renamed: 0, changed: 0, unchanged: diff.of - diff.rows.length };
  for (const row of diff.rows) {
    kinds[row.status === 'both' ? 'changed' : row.status] += 1;
  }
  return kinds;
}

class Refusal extends Error {
  constructor(status, fault) {
    super(fault.message);
    this.status = status;
    this.fault = fault;
  }
}

function id_of(text) {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const bytes = createHash('sha256').update(text).digest();
  return [...bytes.subarray(0, 13)].map((byte) => letters[byte % 32]).join('');
}

const key_of = (row) => [row.object ?? '', row.file ?? '', row.name ?? ''].join('\u0001');
const row_id = (row) => (row.name === undefined ? null : id_of(key_of(row)));
const file_id = (file) => (file === null || file === undefined ? null : id_of(`file ${file}`));

export class StandIn {
  constructor({ quern, dist, files, base = [], token = 'test-token' }) {
    Object.assign(this, { quern, dist, files, base, token });
    this.kept = new Map();
    this.asked = [];
    /// A test may put a function here: (path, params) → {status, body} | undefined.
    this.intercept = null;
    this.streams = new Set();
  }

  async start() {
    this.server = createServer((request, response) => void this.answer(request, response));
    await new Promise((resolve) => this.server.listen(this.port ?? 0, '127.0.0.1', resolve));
    this.port = this.server.address().port;
    return this;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  link(path = '/') {
    return `${this.origin}${path}#t=${this.token}`;
  }

  async stop() {
    for (const stream of this.streams) {
      stream.destroy();
    }
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /// Waits until a page listens to the events.
  async listened() {
    while (this.streams.size === 0) {
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  tell(told) {
    for (const stream of this.streams) {
      stream.write(`${JSON.stringify(told)}\n`);
    }
  }

  async answer(request, response) {
    const url = new URL(request.url, this.origin);
    try {
      if (!url.pathname.startsWith('/api/')) {
        await this.file(url.pathname, response);
        return;
      }
      if (request.headers.authorization !== `Bearer ${this.token}`) {
        throw new Refusal(403, { code: 'bad-token', message: 'this is not the token' });
      }
      this.asked.push(url.pathname + url.search);
      const params = new URLSearchParams(url.search.replaceAll('+', '%2B'));
      const played = await this.intercept?.(url.pathname, params);
      if (played !== undefined && played !== null) {
        throw new Refusal(
          played.status,
          played.body.error ?? { code: 'played', message: 'played' },
        );
      }
      let body = '';
      for await (const piece of request) {
        body += piece;
      }
      await this.api(url.pathname.slice(5), params, body, response);
    } catch (error) {
      if (response.headersSent) {
        response.end();
        return;
      }
      const fault =
        error instanceof Refusal ? error.fault : { code: 'stand-in', message: String(error.stack) };
      response.writeHead(error.status ?? 500, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: fault }));
    }
  }

  async file(path, response) {
    const name = path.startsWith('/assets/') ? path.slice(1) : 'index.html';
    const bytes = await readFile(join(this.dist, name)).catch(() => null);
    if (bytes === null) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': kTypes[extname(name)] ?? 'application/octet-stream',
      'Content-Security-Policy': kPolicy,
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(bytes);
  }

  /// What the command writes, kept by its words.
  async output(words) {
    const key = words.join('\u0000');
    if (!this.kept.has(key)) {
      const options = { maxBuffer: 1 << 28 };
      const answer = await run(this.quern, [...words, '--no-config'], options).catch((error) => {
        const last = (error.stderr ?? '').trim().split('\n').at(-1);
        if (error.code === 1 && error.stdout !== '') {
          return error;
        }
        try {
          throw new Refusal(422, JSON.parse(last).error);
        } catch (problem) {
          throw problem instanceof Refusal ? problem : error;
        }
      });
      this.kept.set(key, answer.stdout);
    }
    return this.kept.get(key);
  }

  async document(words) {
    return JSON.parse(await this.output([...words, '--format', 'json']));
  }

  chosen(params) {
    const words = [];
    for (const each of params.getAll('define')) {
      words.push('--define', each);
    }
    for (const [name, option] of [
      ['parts', '--part'],
      ['threads', '--thread'],
      ['group', '--group-by'],
      ['q', '--where'],
    ]) {
      if (params.has(name)) {
        words.push(option, params.get(name));
      }
    }
    return words;
  }

  sides() {
    return [...this.base.flatMap((file) => ['--base', file]), ...this.files];
  }

  async sorted(params) {
    const info = await this.document(['info', ...this.files]);
    const stored = info.events.filter((each) => each.formula === null).map((each) => each.name);
    const extra = [params.get('e'), params.get('e2')].filter(
      (each) => each && !stored.includes(each),
    );
    const sort = params.get('sort') === 'incl' ? 'incl' : 'self';
    const event = params.get('e') ?? stored[0];
    return [
      '--event',
      [...stored, ...extra].join(','),
      '--sort',
      `${sort}:${event}`,
      '--limit',
      '0',
      ...this.chosen(params),
    ];
  }

  with_ids(row) {
    return { ...row, id: row_id(row), file_id: file_id(row.file) };
  }

  async functions(params) {
    if (params.get('base') === 'base') {
      const words = ['diff', '--limit', '0', ...this.chosen(params), ...this.sides()];
      const diff = await this.document(words);
      return { ...this.windowed(diff, diff.rows, params), kinds: kinds_of(diff) };
    }
    const top = await this.document(['top', ...(await this.sorted(params)), ...this.files]);
    const covered = top.events.map((_, at) =>
      top.rows.reduce((sum, row) => sum + BigInt(row.self[at]), 0n).toString(),
    );
    return { ...this.windowed(top, top.rows, params), covered };
  }

  windowed(document, all, params) {
    const offset = Number(params.get('offset') ?? 0);
    const limit = Number(params.get('limit') ?? 100);
    const rows = all.slice(offset, offset + limit).map((row) => this.with_ids(row));
    const blame = document.blame?.map((row) => this.with_ids(row));
    return { ...document, rows, blame, offset, matched: all.length, of: document.of ?? all.length };
  }

  async one(id, params) {
    const own = new URLSearchParams(params);
    own.delete('q');
    const top = await this.document(['top', ...(await this.sorted(own)), ...this.files]);
    const row = top.rows.find((each) => row_id(each) === id);
    if (params.get('base') === 'base') {
      return this.compared(id, own);
    }
    if (row === undefined) {
      throw new Refusal(404, { code: 'no-such-function', message: 'no function has this id' });
    }
    const edges = (await this.document(['calls', '--limit', '0', ...this.files])).rows;
    const to_row = (end, edge) => ({
      ...end,
      id: row_id(end),
      count: edge.count,
      inclusive: edge.inclusive,
      recursive: row_id(edge.caller ?? {}) === row_id(edge.callee),
      in_cycle: false,
      root: false,
    });
    const by_cost = (a, b) => Number(BigInt(b.inclusive[0]) - BigInt(a.inclusive[0]));
    const ends = (near, far, key) =>
      edges
        .filter((edge) => edge[near] !== null && edge[far] !== null && key_of(edge[near]) === key)
        .map((edge) => to_row(edge[far], edge))
        .sort(by_cost);
    const callers = ends('callee', 'caller', key_of(row));
    const callees = ends('caller', 'callee', key_of(row));
    const step = (name) => {
      const found = top.rows.find((each) => key_of(each) === key_of(name));
      return found === undefined ? null : this.with_ids(found);
    };
    const way = (near, far) => {
      const seen = new Set([key_of(row)]);
      const path = [];
      for (let at = row; ;) {
        const next = ends(near, far, key_of(at)).find((each) => !seen.has(key_of(each)));
        const found = next === undefined ? null : step(next);
        if (found === null) {
          return path;
        }
        seen.add(key_of(found));
        path.push(found);
        at = found;
      }
    };
    const up = way('callee', 'caller').reverse();
    const limit = Number(params.get('limit') ?? 100);
    return {
      ...top,
      schema: 'quern.peek/1',
      rows: undefined,
      function: this.with_ids(row),
      callers: callers.slice(0, limit),
      callers_of: callers.length,
      callees: callees.slice(0, limit),
      callees_of: callees.length,
      path: [...up, this.with_ids(row), ...way('caller', 'callee')],
      path_at: up.length,
      parts: [{ id: 0, self: row.self }],
    };
  }

  async compared(id, params) {
    const words = ['diff', '--limit', '0', ...this.chosen(params), ...this.sides()];
    const row = (await this.document(words)).rows.find((each) => row_id(each) === id);
    if (row === undefined) {
      throw new Refusal(404, { code: 'no-such-function', message: 'no function has this id' });
    }
    const peek = await this.document([
      'diff',
      '--view',
      'peek',
      '--of',
      row.name,
      '--limit',
      '0',
      ...this.sides(),
    ]);
    const ends = (calls) =>
      calls.map((call) => ({
        ...call,
        caller: call.caller && { ...call.caller, id: row_id(call.caller) },
        callee: { ...call.callee, id: row_id(call.callee) },
      }));
    return {
      ...peek,
      function: this.with_ids(peek.function),
      callers: ends(peek.callers),
      callees: ends(peek.callees),
    };
  }

  async tree(params) {
    const inverted = params.get('inv') === '1' ? ['--bottom-up'] : [];
    const words = ['tree', ...inverted, '--depth', '12', '--limit', '0', '--min', '0'];
    const tree = await this.document([...words, ...this.chosen(params), ...this.files]);
    const ids = (params.get('path') ?? '').split('.').filter((each) => each !== '');
    const path = [];
    let parent = null;
    for (const id of ids) {
      const row = tree.rows.find((each) => each.parent === parent && row_id(each) === id);
      if (row === undefined) {
        throw new Refusal(404, { code: 'no-such-branch', message: 'no branch has this path' });
      }
      path.push(this.with_ids(row));
      parent = row.id;
    }
    const all = tree.rows.filter((each) => each.parent === parent);
    const exact = tree.rows.every((each) => each.certainty === 'exact');
    return {
      ...this.windowed({ ...tree, of: all.length }, all, params),
      path,
      exact_stacks: exact,
    };
  }

  async flame(params) {
    const inverted = params.get('inv') === '1' ? ['--bottom-up'] : [];
    const merged = params.get('merge_recursion') === '1' ? ['--merge-recursion'] : [];
    const event = params.has('e') ? ['--event', params.get('e')] : [];
    const words = [
      'flame',
      ...inverted,
      ...merged,
      ...event,
      ...this.chosen(params),
      ...this.files,
    ];
    const flame = await this.document(words);
    const ids = (params.get('path') ?? '').split('.').filter((each) => each !== '');
    let root = null;
    const path = [];
    for (const id of ids) {
      const row = flame.rows.find(
        (each) => each.parent === (root?.id ?? null) && row_id(each) === id,
      );
      if (row === undefined) {
        throw new Refusal(404, { code: 'no-such-branch', message: 'no branch has this path' });
      }
      path.push({ ...this.with_ids(row), children: 0 });
      root = row;
    }
    const kept = new Map();
    const names = [];
    const name_at = new Map();
    const rows = [];
    for (const row of flame.rows) {
      if (root !== null && row !== root && !kept.has(row.parent)) {
        continue;
      }
      kept.set(row.id, rows.length);
      const id = row_id(row);
      if (!name_at.has(id)) {
        name_at.set(id, names.length);
        names.push({ id, name: row.name, file: row.file, object: row.object });
      }
      const flags =
        (row.certainty === 'estimated' ? 1 : 0) +
        (row.certainty === 'bounded' ? 2 : 0) +
        (row.recursive ? 4 : 0);
      rows.push([
        row === root || row.parent === null ? -1 : kept.get(row.parent),
        name_at.get(id),
        (BigInt(row.x) - BigInt(root?.x ?? 0)).toString(),
        row.width,
        row.own,
        flags,
        row.not_shown?.children ?? 0,
        row.not_shown?.width ?? 0,
      ]);
    }
    const width = root === null ? flame.totals[0] : root.width;
    return {
      ...flame,
      names,
      rows,
      width,
      path,
      small: flame.not_shown,
      squeezed: flame.squeezed ?? 0,
    };
  }

  async source(id, params) {
    const files = await this.document(['top', '--group-by', 'file', '--limit', '0', ...this.files]);
    const row = files.rows.find((each) => file_id(each.name) === id);
    if (row === undefined) {
      throw new Refusal(404, { code: 'no-such-file', message: 'no file has this id' });
    }
    const words = ['annotate', row.name, '--whole', ...this.chosen(params), ...this.files];
    const annotation = await this.document(words);
    const found = annotation.files.filter((each) => each.file === row.name);
    for (const file of found) {
      file.id = id;
      for (const line of file.lines) {
        line.calls = line.calls?.map((call) => ({ ...call, id: row_id(call) }));
      }
    }
    return { ...annotation, files: found };
  }

  async search(params) {
    const text = params.get('s').toLowerCase();
    const top = await this.document(['top', '--limit', '0', '--sort', 'incl', ...this.files]);
    const has = (name) => (name ?? '').toLowerCase().includes(text);
    const limit = Number(params.get('limit') ?? 20);
    const named = (kind) => {
      const names = [...new Set(top.rows.map((row) => row[kind]))].filter(
        (name) => name && has(name),
      );
      return {
        rows: names.slice(0, limit).map((name) => ({ id: id_of(`${kind} ${name}`), name })),
        of: names.length,
      };
    };
    const rows = top.rows.filter((row) => has(row.name));
    return {
      events: top.events,
      functions: { rows: rows.slice(0, limit).map((row) => this.with_ids(row)), of: rows.length },
      files: named('file'),
      objects: named('object'),
    };
  }

  async profile(id, files) {
    const info = await this.document(['info', ...files]);
    const stored = info.events.filter((each) => each.formula === null);
    const events = info.events.map((each) => ({
      ...each,
      kind: each.formula === null ? 'stored' : each.formula.includes('/') ? 'ratio' : 'derived',
    }));
    const { counts } = info;
    return {
      ...info,
      id,
      files,
      state: 'ready',
      events,
      totals: info.totals.slice(0, stored.length),
      parts: info.parts.map((part, at) => ({
        ...part,
        id: at,
        label: `part ${part.number ?? at + 1}`,
      })),
      has: {
        calls: counts.calls > 0 || counts.contexts > 0,
        inclusive: counts.calls > 0 || counts.contexts > 0,
        lines: counts.lines > 0,
        jumps: counts.jumps > 0,
        stacks: counts.contexts > 0,
      },
      warnings: info.warnings.length,
      errors: 0,
    };
  }

  async meta() {
    const profiles = [await this.profile('new', this.files)];
    if (this.base.length > 0) {
      profiles.push(await this.profile('base', this.base));
    }
    return {
      schema: 'quern.meta/1',
      version: '0',
      state: 'ready',
      records: true,
      hash: id_of(this.files.join()),
      error: null,
      profiles,
      group_by: ['function', 'name', 'file', 'dir', 'object', 'class', 'namespace'],
      limits: { window: 500, frames: 20000, query: 1000, body: 65536, header: 16384 },
    };
  }

  async export(params, response) {
    const view = params.get('view');
    const format = params.get('format');
    const command = { annotation: 'annotate' }[view] ?? view;
    const files = view === 'diff' ? this.sides() : this.files;
    const limit = ['top', 'diff', 'calls'].includes(view) ? ['--limit', '0'] : [];
    const text = await this.output([
      command,
      ...limit,
      ...this.chosen(params),
      '--format',
      format,
      ...files,
    ]);
    response.writeHead(200, { 'Content-Disposition': 'attachment' });
    response.end(text);
  }

  async api(path, params, body, response) {
    const [kind, id] = path.split('/').map(decodeURIComponent);
    if (kind === 'events') {
      this.streams.add(response);
      response.on('close', () => this.streams.delete(response));
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.write(`${JSON.stringify({ event: 'ready', hash: id_of(this.files.join()) })}\n`);
      return;
    }
    if (kind === 'export') {
      await this.export(params, response);
      return;
    }
    const answers = {
      meta: () => this.meta(),
      info: () => this.document(['info', ...this.files]),
      check: () => this.document(['check', ...this.files]),
      functions: () => this.functions(params),
      fn: () => this.one(id, params),
      tree: () => this.tree(params),
      flame: () => this.flame(params),
      source: () => this.source(id, params),
      search: () => this.search(params),
      files: async () => {
        const grouped = new URLSearchParams(params);
        grouped.set('group', 'file');
        const top = await this.functions(grouped);
        return { ...top, rows: top.rows.map((row) => ({ ...row, file_id: file_id(row.name) })) };
      },
      compare: async () => {
        const diff = await this.document(['diff', '--limit', '20', ...this.sides()]);
        const kinds = kinds_of(await this.document(['diff', '--limit', '0', ...this.sides()]));
        return { ...this.windowed(diff, diff.rows, new URLSearchParams()), kinds };
      },
      gate: () => {
        const rules = params.getAll('rules').flatMap((rule) => ['--max', rule]);
        return this.document(['gate', ...rules, ...this.sides()]);
      },
      formula: async () => {
        const { define } = JSON.parse(body);
        const top = await this.document([
          'top',
          '--define',
          define,
          '--event',
          define.split(/[[=]/)[0].trim(),
          '-n',
          '1',
          ...this.files,
        ]);
        const name = define.split(/[[=]/)[0].trim();
        return {
          name,
          unit: null,
          long_name: null,
          formula: define,
          kind: top.ratios ? 'ratio' : 'sum',
        };
      },
      pathmap: () => ({ maps: JSON.parse(body).maps, found: 0, of: 1 }),
      reload: () => ({ ok: true }),
    };
    if (answers[kind] === undefined) {
      throw new Refusal(404, { code: 'no-such-path', message: `there is no /api/${kind}` });
    }
    const answer = JSON.stringify(await answers[kind]());
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
    response.end(answer);
  }
}
