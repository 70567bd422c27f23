import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the web app into `.build/web`; every file under `assets/` carries a hash of its content in its name. */
export default defineConfig({
  root: here('.'),
  plugins: [react()],
  resolve: {
    // The browser reads paths and methods from the contracts and leaves checking to the server: 25 kB saved.
    alias: { zod: here('./lib/schema-outline.ts') },
  },
  build: {
    outDir: here('../.build/web'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    reportCompressedSize: false,
    // .ci/check-size.mjs watches the size that counts, the compressed one.
    chunkSizeWarningLimit: 900,
    // What every page needs comes as one file: it compresses better, and nothing waits for what it imports.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})
