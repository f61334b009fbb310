// SPDX-License-Identifier: MIT
//
// The rows of a tree that grows by branches: those that are open, as far as they are here.
import { signal, type Signal } from '@preact/signals';
import { ask, fault_from, is_abort } from '../../api/client';
import type { ApiFault, Tree, TreeRow } from '../../api/types';
import { ListedRows } from '../../ui/rows';

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
  readonly #asked = new Set<string>();
  readonly #ending = new AbortController();
  #root = '';
  #open: ReadonlySet<string> = new Set();

  constructor(address: (path: string, offset: number) => string) {
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

  async #fetch(path: string, offset: number): Promise<void> {
    const asked = `${path}@${offset}`;
    if (this.#asked.has(asked)) {
      return;
    }
    this.#asked.add(asked);
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
    } finally {
      this.#asked.delete(asked);
    }
    this.#lay_out();
  }
}
