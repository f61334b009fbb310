// SPDX-License-Identifier: MIT
//
// Words to search names for, or a query in the language of `--where`. It is tried while you type;
// errors name their place.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fault_from } from '../api/client';
import type { ApiFault } from '../api/types';
import { visible } from '../base/names';
import { deeds } from '../state/actions';
import { link_to } from '../state/navigation';
import { search_for, searched_text } from '../state/search';
import { Caret } from '../ui/states';
import { useSettled } from '../ui/use_answer';

const query_fault = signal<ApiFault | null>(null);

export function QueryBox() {
  const applied = searched_text();
  const [text, set_text] = useState(applied);
  const [is_focused, set_focused] = useState(false);
  // What was typed since comes before an address that follows from this box.
  const sent = useRef(applied);
  useEffect(() => {
    if (applied !== sent.current) {
      sent.current = applied;
      set_text(applied);
    }
  }, [applied]);
  useSettled<void>([text], {
    ask:
      text === applied
        ? null
        : (ending) => {
            sent.current = text;
            return search_for(text, ending);
          },
    take: () => {
      query_fault.value = null;
    },
    refuse: (error) => {
      query_fault.value = fault_from(error);
    },
  });
  const fault = text === applied ? null : query_fault.value;
  return (
    <form
      class="query"
      role="search"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          set_text('');
        } else if (event.key === 'Enter' && !event.isComposing && text === applied && text !== '') {
          event.preventDefault();
          deeds.step(event.shiftKey ? -1 : 1);
        }
      }}
    >
      <label class="sr" for="query">
        Search names, or query
      </label>
      <input
        id="query"
        type="search"
        class="mono"
        autocomplete="off"
        spellcheck={false}
        maxLength={1000}
        enterKeyHint="search"
        autocapitalize="off"
        title="Enter goes to the next match. Upper-case letters make the search case-sensitive"
        placeholder="Name, or self > 1% and file ~ /net/"
        value={text}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : 'query-fault'}
        onInput={(event) => set_text(event.currentTarget.value)}
        onFocus={() => set_focused(true)}
        onBlur={() => set_focused(false)}
      />
      {fault !== null && (
        <div id="query-fault" class="query-fault" role="alert">
          <Caret text={text} at={fault.position} />
          <p>{visible(fault.message, 300)}</p>
          {fault.hint && <p class="dim">{visible(fault.hint, 300)}</p>}
          {is_focused && (
            <p>
              <a href={link_to('help')}>Query syntax</a>
            </p>
          )}
        </div>
      )}
    </form>
  );
}
