// SPDX-License-Identifier: MIT
//
// Takes the pictures of the page for README.md, docs/pictures/page-*.png, of a bundled profile:
// QUERN=build/release/quern PAGE_WORK=build/release/page node tools/page_pictures.mjs
import { join } from 'node:path';
import { end_all, kTop, launch, open_page, real_server } from '../tests/page/setup.mjs';

try {
  const browser = await launch();
  const server = await real_server([join(kTop, 'docs/examples/callgrind.out.wordcount')]);
  for (const dark of [false, true]) {
    const page = await open_page(browser, server, '/flame', { width: 1100, height: 640, dark });
    await page.waitForTimeout(500); // until the picture is drawn
    await page.screenshot({ path: join(kTop, `docs/pictures/page-${dark ? 'dark' : 'light'}.png`) });
  }
} finally {
  await end_all();
}
