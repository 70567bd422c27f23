import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { runProgram } from '#tests/support/run-program.ts'

const root = join(import.meta.dirname, '../../..')

it('npm ci takes the lock file as it is, on any platform and without asking a registry', async () => {
  const clone = temporaryFolder()
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(clone, name))

  const env = { PATH: process.env.PATH, HOME: clone }
  const options = ['--dry-run', '--offline', '--ignore-scripts', '--loglevel=error', `--prefix=${clone}`]
  const finished = await runProgram('npm', ['ci', ...options], env).finished

  // Missing entries are added by tests/support/processes/complete-lock.ts.
  expect(finished).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/added \d+ packages/) })
})
