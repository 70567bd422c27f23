import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sweepTemporary } from '#api/adapters/content-bucket.ts'

test('a file that a process which died has left of a content is removed an hour later, and no other', async () => {
  const path = (name: string) => join(tmpdir(), `siteledger-${name}-${randomUUID()}`)
  const left = path('content')
  const young = path('content')
  const other = path('other')
  const anHourAgo = new Date(Date.now() - 61 * 60_000)
  for (const file of [left, young, other]) {
    await writeFile(file, 'half')
    onTestFinished(() => rm(file, { force: true }))
  }
  for (const file of [left, other]) await utimes(file, anHourAgo, anHourAgo)

  await sweepTemporary(Date.now())

  expect([left, young, other].map(existsSync)).toEqual([false, true, true])
})
