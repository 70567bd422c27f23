import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifierFiles } from '#web/verifiers.ts'

test('auditors find the digests of the files that verify, as whoever builds them anew does', async () => {
  const files = await verifierFiles()
  const page = readFileSync(join(import.meta.dirname, '../../docs/auditing.md'), 'utf8')
  const lineOf = (name: string, digest = '[0-9a-f]{64}') => `${digest}  ${name}`
  const renewed = Object.entries(files).reduce((text, [name, content]) => {
    const digest = createHash('sha256').update(content).digest('hex')
    return text.replace(new RegExp(lineOf(name)), lineOf(name, digest))
  }, page)

  expect(await verifierFiles()).toEqual(files)
  for (const name of Object.keys(files)) expect(page).toMatch(new RegExp(lineOf(name)))
  // Another file to verify by: run this test with --update, and the page has its digest.
  await expect(renewed).toMatchFileSnapshot('../../docs/auditing.md')
})
