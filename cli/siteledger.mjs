#!/usr/bin/env node
// The command line's first process. Plain JavaScript for any Node from 20 on: it may run before the packages are there.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import v8 from 'node:v8'

const root = join(import.meta.dirname, '..')
const program = join(root, 'cli/main.ts')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major === 24 && minor >= 15 && existsSync(join(root, 'node_modules/commander'))) {
  // V8 would hold more garbage of a long import than it has live data: the young generation stays as it begins, 1 MB.
  v8.setFlagsFromString('--semi-space-growth-factor=1')
  v8.setFlagsFromString('--heap-growing-percent=50')
  // Half of the time of a short command would be spent on compiling.
  module.enableCompileCache(join(root, '.build/compiled'))
  await import(program)
} else {
  const { runInstalled } = await import('./install/run-installed.mjs')
  await runInstalled(root, [], program, process.argv.slice(2))
}
