import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractsWithoutSchemas } from './contracts-without-schemas.ts'
import { firstCode } from './first-code.ts'
import { verifiers } from './verifiers.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Code that is needed together is one file, with all that it imports: it compresses better, and on a slow line each file
 * takes a turn. A module is in the file of the highest priority that wants it.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 4 },
  {
    name: 'forms',
    test: /web\/components\/(endpoint-form|text-field)\.tsx$|web\/lib\/use-endpoint-form\.ts$|\/(Checkbox|InlineInput)[\w./]*$/,
    priority: 3,
  },
  {
    name: 'dashboard',
    test: /web\/features\/(overview\/overview|clients\/add-client-form|uploads\/waiting-uploads)\.tsx$|\/records-table\.tsx$/,
    priority: 2,
  },
  { name: 'own', test: /web\/components\/own\/kit\.ts$/, priority: 0.6 },
  { name: 'layers', test: /@mantine\/core\/.*\/(Popover|Combobox)\b[\w./]*$/, priority: 0.5 },
  {
    name: 'fields',
    test: /web\/components\/(record-search-field|date-picker-field|date-typed-field)\.tsx$|\/category-select\.tsx$/,
    priority: 0,
  },
  {
    name: 'record',
    test: /\/(record-page|import-folder-link|use-record|record\/facts|qr-picture|use-address-of-files)\.tsx?$/,
    priority: 0.5,
  },
  {
    name: 'lists',
    test: /web\/features\/(sites\/sites|visits\/visits|files\/files|documents\/documents)-panel\.tsx$/,
    priority: 1,
  },
]

/** Builds the web app into `.build/web`; the name of every file under `assets/` contains a hash of its content. */
export default defineConfig({
  root: here('.'),
  plugins: [contractsWithoutSchemas(), react(), firstCode(['dashboard', 'forms', 'lists']), verifiers()],
  build: {
    outDir: here('../.build/web'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    reportCompressedSize: false,
    // .ci/check-size.mjs checks the compressed size, which is the one that counts.
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
