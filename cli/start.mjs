// First process of `npm start`. Plain JavaScript for any Node from 20 on: it runs before the packages are installed.
import { join } from 'node:path'
import { ensureBubblewrap, ensureRedis, runInstalled } from './install/run-installed.mjs'

const root = join(import.meta.dirname, '..')
// The supervisor and what it starts load faster, and without the TypeScript compiler, which takes about 15 MB in each.
process.env.NODE_COMPILE_CACHE ??= join(root, '.build/compiled')
await runInstalled(root, [ensureRedis, ensureBubblewrap], join(root, 'cli/operations/supervisor.ts'))
