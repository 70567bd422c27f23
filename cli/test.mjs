// First process of `npm test`. Plain JavaScript for any Node from 20 on: it runs before the packages are installed.
import { join } from 'node:path'
import {
  ensureBubblewrap,
  ensureChromium,
  ensureCurl,
  ensureRedis,
  ensureStrace,
  runInstalled,
} from './install/run-installed.mjs'

const root = join(import.meta.dirname, '..')
const programs = [ensureRedis, ensureChromium, ensureCurl, ensureStrace, ensureBubblewrap]
await runInstalled(root, programs, join(root, 'cli/checks/main.ts'), ['all'])
