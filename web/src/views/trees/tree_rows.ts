// SPDX-License-Identifier: MIT
//
// The rows of a tree that grows by branches: those that are open, as far as they are here.
import { signal, type Signal } from '@preact/signals';
import { ask, fault_from, is_abort } from '../../api/client';
import type { ApiFault, Tree, TreeRow } from '../../api/types';
import { ListedRows } from '../../ui/rows';

export function parent_of(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/// From the root down, with the path itself.
export function paths_to(path: string): string[] {
  const ids = path.split('.');
  return ids.map((_, at) => ids.slice(0, at + 1).join('.'));
}

/// Levels below which no path is followed.
const kDeepest = 100;

/// A row of the table: a branch, or the rest of its siblings that are not here yet.
export interface Node {
  path: string;
  depth: number;
  row: TreeRow | null;
  parent: TreeRow | null;
  more: number;
}

export class TreeRows extends ListedRows<Node> {
  readonly answer: Signal<Tree | null> = signal(null);
  readonly fault: Signal<ApiFault | null> = signal(null);
  readonly #address: (path: string, offset: number) => string;
  readonly #branches = new Map<string, { rows: TreeRow[]; of: number }>();
  readonly #asked = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  #root = '';
  #open: ReadonlySet<string> = new Set();

  /// `question` tells this tree from others: what its root is asked with.
  constructor(
    readonly question: string,
    address: (path: string, offset: number) => string,
  ) {
    super([]);
    this.#address = address;
  }

  is_waiting(): boolean {
    return this.#asked.size > 0;
  }
  end(): void {
    this.#ending.abort();
  }

  show(root: string, open: ReadonlySet<string>): void {
    this.#root = root;
    this.#open = open;
    for (const path of [root, ...open]) {
      if (!this.#branches.has(path)) {
        void this.#fetch(path, 0);
      }
    }
    this.#lay_out();
  }

  /// The next rows of a branch.
  more(path: string): void {
    void this.#fetch(path, this.#branches.get(path)?.rows.length ?? 0);
  }

  /// The place of a row, once what is above it is open and here; null: it is in no branch.
  async reach(path: string): Promise<number | null> {
    const below_root = paths_to(path).filter((each) => each.length > this.#root.length);
    this.show(this.#root, new Set([...this.#open, ...below_root.slice(0, -1)]));
    for (const each of below_root) {
      await this.#fetch_row(each);
    }
    return this.#find(path);
  }

  /// Down from a branch to the most expensive child each time, until there is none or it recurs.
  async hottest_below(path: string): Promise<string> {
    let at = path;
    for (let depth = 0; depth < kDeepest; depth += 1) {
      if (!this.#branches.has(at)) {
        await this.#fetch(at, 0);
      }
      const first = this.#branches.get(at)?.rows[0];
      if (first === undefined || first.id === null) {
        break;
      }
      at = at === '' ? first.id : `${at}.${first.id}`;
      if (first.children === 0 || first.recursive) {
        break;
      }
    }
    return at;
  }

  #find(path: string): number | null {
    const index = this.rows.findIndex((node) => node.path === path && node.row !== null);
    return index < 0 ? null : index;
  }

  /// Until the row is here, or no more rows come.
  async #fetch_row(path: string): Promise<void> {
    const above = parent_of(path);
    const count = () => this.#branches.get(above)?.rows.length ?? 0;
    for (let before = -1; this.#find(path) === null && before < count(); ) {
      before = count();
      await this.#fetch(above, before);
    }
  }

  #lay_out(): void {
    this.rows = this.#below(this.#root, 0, null);
    this.version.value += 1;
  }

  /// The rows of a branch that is here, and of what is open below it.
  #below(path: string, depth: number, parent: TreeRow | null): Node[] {
    const branch = this.#branches.get(path);
    if (branch === undefined) {
      return [];
    }
    const nodes = branch.rows.flatMap((row) => {
      const own = path === '' ? (row.id ?? '') : `${path}.${row.id}`;
      const node: Node = { path: own, depth, row, parent, more: 0 };
      return this.#open.has(own) ? [node, ...this.#below(own, depth + 1, row)] : [node];
    });
    const more = branch.of - branch.rows.length;
    return more > 0 ? [...nodes, { path, depth, row: null, parent, more }] : nodes;
  }

  #fetch(path: string, offset: number): Promise<void> {
    const asked = `${path}@${offset}`;
    const running = this.#asked.get(asked) ?? this.#ask(path, offset);
    this.#asked.set(asked, running);
    return running.finally(() => this.#asked.delete(asked));
  }

  async #ask(path: string, offset: number): Promise<void> {
    try {
      const tree = await ask<Tree>(this.#address(path, offset), this.#ending.signal);
      const rows = [...(this.#branches.get(path)?.rows ?? []), ...tree.rows];
      this.#branches.set(path, { rows, of: tree.of });
      this.answer.value = this.answer.value ?? tree;
      this.fault.value = null;
    } catch (error) {
      if (is_abort(error)) {
        return;
      }
      this.fault.value = fault_from(error);
    }
    this.#lay_out();
  }
}
