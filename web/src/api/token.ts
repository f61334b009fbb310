// SPDX-License-Identifier: MIT
//
// The token that comes with the printed address (`#t=…`). It lives in the sessions of tabs; it is in
// no link and no cookie. A tab that was opened by a link has none and asks the other tabs for it:
// the browser brings the question to pages of this very origin only, all of which have come from the
// same program.

const kStored = 'quern-token';
const kChannel = 'quern-token';
/// How long tabs are waited for, in milliseconds.
const kPatience = 400;

type Message = { asks: true } | { token: string };

/// Takes the token out of the address, before anything can copy that.
function token_here(): string {
  const found = /^#t=([A-Za-z0-9_-]+)$/.exec(window.location.hash);
  if (found?.[1] === undefined) {
    return window.sessionStorage.getItem(kStored) ?? '';
  }
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return found[1];
}

function token_of_others(channel: BroadcastChannel): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(''), kPatience);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('token' in data) {
        clearTimeout(timer);
        resolve(data.token);
      }
    };
    channel.postMessage({ asks: true } satisfies Message);
  });
}

/// The token of this tab, or that of another one; empty: nobody has it. Other tabs are given it
/// while `is_good`.
export async function find_token(is_good: () => boolean): Promise<string> {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(kChannel);
  const own = token_here();
  const token = own === '' && channel !== null ? await token_of_others(channel) : own;
  if (token !== '') {
    window.sessionStorage.setItem(kStored, token);
  }
  if (channel !== null) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('asks' in data && token !== '' && is_good()) {
        channel.postMessage({ token } satisfies Message);
      }
    };
  }
  return token;
}
