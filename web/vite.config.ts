// SPDX-License-Identifier: MIT
//
// The page is served with a policy that allows no inline script or style: everything is a hashed
// file below /assets/. Addresses are absolute, since /fn/ID is answered with the same document.
//
// Only the types of `test` are vitest's: the page is built where vitest is not installed.
/// <reference types="vitest/config" />
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/page-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
