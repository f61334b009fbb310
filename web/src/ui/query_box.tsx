// SPDX-License-Identifier: MIT
//
// The query, in the language of `--where`. It is tried while you type; errors name their place.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api_address, ask, fault_from, is_abort } from '../api/client';
import type { ApiFault, Top } from '../api/types';
import { visible } from '../base/names';
import { key, link_to, refine } from '../state/navigation';
import { common_params, session } from '../state/session';
import { Caret } from './states';

const kDebounce = 120;
const query_fault = signal<ApiFault | null>(null);

export function QueryBox() {
  const applied = key('q') ?? '';
  const [text, set_text] = useState(applied);
  const [is_focused, set_focused] = useState(false);
  const trying = useRef<AbortController | null>(null);
  useEffect(() => {
    set_text(applied);
  }, [applied]);
  useEffect(() => {
    if (text === applied) {
      return undefined;
    }
    const timer = setTimeout(() => void try_query(text), kDebounce);
    return () => clearTimeout(timer);
  }, [text]);

  /// Only what the engine takes gets into the address.
  const try_query = async (wanted: string) => {
    trying.current?.abort();
    const aborting = new AbortController();
    trying.current = aborting;
    try {
      if (wanted.trim() !== '' && session.value?.hash) {
        const params = { ...common_params(), q: wanted, limit: 1 };
        await ask<Top>(api_address('functions', params), aborting.signal);
      }
      query_fault.value = null;
      refine({ q: wanted.trim() === '' ? null : wanted });
    } catch (error) {
      if (!is_abort(error)) {
        query_fault.value = fault_from(error);
      }
    }
  };
  const fault = text === applied ? null : query_fault.value;
  return (
    <form
      class="query"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void try_query(text);
      }}
    >
      <label class="sr" for="query">
        Query
      </label>
      <input
        id="query"
        type="search"
        class="mono"
        autocomplete="off"
        spellcheck={false}
        maxLength={1000}
        placeholder="self > 1% and file ~ /net/"
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
