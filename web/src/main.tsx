// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { is_one_file, take_answers, take_token } from './api/client';
import { App } from './app';
import { deeds } from './state/actions';
import { start_navigation } from './state/navigation';
import { start_theme } from './state/preferences';
import { start_session } from './state/session';
import './style.css';
import { kSelectionDeeds } from './frame/detail';
import { start_keys } from './frame/keys';
import { kMissing } from './ui/deed';
import { copy_command, copy_link } from './ui/tool_bar';

const kUnreadable =
  'The data in this file cannot be read: the file is damaged, or the browser is too old. ' +
  'Chrome 80, Firefox 113 and Safari 16.4 or later can read it.';

async function start(): Promise<void> {
  const root = document.getElementById('page');
  if (root === null) {
    return;
  }
  if (!(await take_answers())) {
    (root.querySelector('.noscript-note') ?? root).textContent = kUnreadable;
    return;
  }
  if (!is_one_file()) {
    await take_token();
  }
  start_theme();
  start_navigation();
  start_keys();
  const own: typeof deeds = {
    ...kSelectionDeeds,
    copy_link,
    copy_command,
    ...kMissing,
  };
  Object.assign(deeds, own);
  void start_session();
  root.textContent = '';
  render(<App />, root);
}

void start();
