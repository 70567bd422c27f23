import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the web app into `.build/web`; the name of every file under `assets/` contains a hash of its content. */
export default defineConfig({
  root: here('.'),
  plugins: [react()],
  build: {
    outDir: here('../.build/web'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    reportCompressedSize: false,
    // .ci/check-size.mjs checks the compressed size, which is the one that counts.
    chunkSizeWarningLimit: 900,
    // The code that every page needs is one file: it compresses better, and no nested import delays the page.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})
