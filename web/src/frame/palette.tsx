// SPDX-License-Identifier: MIT
//
// One search box for everything: actions of the page, and functions and files of the profile.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api_address, ask, fault_from, is_one_file } from '../api/client';
import type { Search } from '../api/types';
import { marked } from '../base/cost';
import { printed_amount } from '../base/amounts';
import { visible } from '../base/names';
import { close_sheet, kActions, key_for } from '../state/actions';
import { apply_filters, filter_sets } from '../state/filter_sets';
import { open_page } from '../state/navigation';
import { taken_search } from '../state/search';
import { common_params, event_name, unit_of } from '../state/session';
import { shown_name } from '../ui/cells';
import { inclusive_cost } from '../ui/columns';
import { Dialog } from '../ui/dialog';
import { notify } from '../ui/notices';
import { useSettled } from '../ui/use_answer';

interface Item {
  id: string;
  kind: string;
  label: string;
  hint?: string;
  run: () => void;
}

const kMost = 12;
/// Of actions, and of saved filters, among what the engine found.
const kMostOwn = 6;

function action_items(): Item[] {
  return kActions.map((each) => ({
    id: `action-${each.id}`,
    kind: each.group,
    label: each.label,
    hint: key_for(each),
    run: each.run,
  }));
}

/// Filters that were saved under a name; a page in one file cannot filter.
function filter_items(): Item[] {
  return (is_one_file() ? [] : filter_sets.value).map((set) => ({
    id: `filters-${set.name}`,
    kind: 'Show',
    label: `Filters: ${visible(set.name)}`,
    run: () => apply_filters(set),
  }));
}

function named(items: readonly Item[], text: string): Item[] {
  const wanted = text.toLowerCase();
  return items.filter((each) => each.label.toLowerCase().includes(wanted));
}

function found_items(found: Search): Item[] {
  const unit = unit_of(event_name.value);
  const at = Math.max(0, found.events.indexOf(event_name.value));
  const functions = found.functions.rows.map((row): Item => {
    const cost = inclusive_cost(row, at);
    return {
      id: `fn-${row.id}`,
      kind: 'Function',
      label: shown_name(row.name),
      ...(cost === null ? {} : { hint: marked(printed_amount(unit, cost)) }),
      run: () => row.id !== null && open_page('fn', row.id),
    };
  });
  const files = found.files.rows.map((row): Item => ({
    id: `file-${row.id}`,
    kind: 'File',
    label: visible(row.name),
    run: () => open_page('source', row.id),
  }));
  const objects = found.objects.rows.map((row): Item => ({
    id: `object-${row.id}`,
    kind: 'Object',
    label: visible(row.name),
    run: () => open_page('functions', null, { by: 'object', in: row.id }),
  }));
  return [...functions, ...files, ...objects];
}

function search_params(text: string) {
  const { e2: _second, define: _formulas, ...params } = common_params();
  return { ...params, s: text, limit: kMost };
}

/// Where the engine refuses a query, the page says why and stays.
async function list_matches(text: string): Promise<void> {
  try {
    open_page('functions', null, await taken_search(text));
  } catch (error) {
    notify(`No query: ${visible(fault_from(error).message, 300)}`);
  }
}

export function Palette() {
  const [text, set_text] = useState('');
  const [found, set_found] = useState<Item[]>([]);
  const [chosen, set_chosen] = useState(0);
  const [problem, set_problem] = useState<string | null>(null);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);

  useSettled<Search>([text], {
    begin: () => {
      set_chosen(0);
      if (text.trim() === '') {
        set_found([]);
      }
    },
    ask:
      text.trim() === ''
        ? null
        : (signal) => ask(api_address('search', search_params(text)), signal),
    take: (answer) => {
      set_found(found_items(answer));
      set_problem(null);
    },
    refuse: (error) => set_problem(fault_from(error).message),
  });
  useLayoutEffect(() => input.current?.focus(), []);

  const actions = named(action_items(), text);
  const sets = named(filter_items(), text);
  const query: Item[] =
    text.trim() === '' || is_one_file()
      ? []
      : [
          {
            id: 'as-search',
            kind: 'Search',
            label: `Show functions that match ${text}`,
            run: () => void list_matches(text),
          },
        ];
  const items =
    text.trim() === ''
      ? [...actions, ...sets]
      : [...found, ...actions.slice(0, kMostOwn), ...sets.slice(0, kMostOwn), ...query];
  const at = Math.min(chosen, Math.max(0, items.length - 1));
  const run = (item: Item | undefined) => {
    if (item !== undefined) {
      close_sheet();
      item.run();
    }
  };
  const on_key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      set_chosen((at + step + items.length) % Math.max(1, items.length));
    } else if (event.key === 'Enter') {
      run(items[at]);
    } else {
      return;
    }
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <Dialog title="Search everything" class="palette" on_close={close_sheet}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${list}-${at}` : undefined}
        aria-label="Search functions, files, objects, pages and actions"
        placeholder="Function, file, object, page or action"
        value={text}
        onInput={(event) => set_text(event.currentTarget.value)}
        onKeyDown={on_key}
      />
      {problem !== null && <p class="problem">{visible(problem, 400)}</p>}
      <ul role="listbox" id={list} aria-label="Results">
        {items.map((item, index) => (
          <li
            role="option"
            key={item.id}
            id={`${list}-${index}`}
            aria-selected={index === at}
            onClick={() => run(item)}
          >
            <span class="kind">{item.kind}</span>
            <bdi class="label">{item.label}</bdi>
            {item.hint !== undefined && <span class="num hint">{item.hint}</span>}
          </li>
        ))}
      </ul>
      {items.length === 0 && <p class="dim">No results.</p>}
    </Dialog>
  );
}
