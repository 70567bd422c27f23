// First process of `npm start`. Plain JavaScript for any Node from 20 on: it runs before the packages are there.
import { join } from 'node:path'
import { runInstalled } from './install/run-installed.mjs'
import { ensureRedis } from './install/system-packages.mjs'

const root = join(import.meta.dirname, '..')
await runInstalled(root, [ensureRedis], join(root, 'api/operations/supervisor.ts'))
