// First process of `npm test`. Plain JavaScript for any Node from 20 on: it runs before the packages are there.
import { join } from 'node:path'
import { runInstalled } from './install/run-installed.mjs'
import { ensureChromium, ensureCurl, ensureRedis, ensureStrace } from './install/system-packages.mjs'

const root = join(import.meta.dirname, '..')
await runInstalled(root, [ensureRedis, ensureChromium, ensureCurl, ensureStrace], join(root, 'cli/checks/main.ts'), [
  'all',
])
