// First process of `npm run dev`. Plain JavaScript for any Node from 20 on: it runs before the packages are installed.
import { join } from 'node:path'
import { ensureBubblewrap, ensureRedis, runInstalled } from './install/run-installed.mjs'

const root = join(import.meta.dirname, '..')
await runInstalled(root, [ensureRedis, ensureBubblewrap], join(root, 'cli/operations/dev.ts'))
