import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#tests/support/until.ts'
import { CannotBeHad } from '../debian.ts'
import type { Part } from '../part.ts'
import { redisBySentinel } from '../redis.ts'
import { startS3 } from '../s3.ts'

/** A folder of a test's own, gone with the processes that it starts. */
const place = () => {
  const parts: Part[] = []
  const folder = mkdtempSync(join(tmpdir(), 'siteledger-parts-'))
  onTestFinished(async () => {
    for (const part of parts.toReversed()) await part.kill()
    rmSync(folder, { recursive: true })
  })
  return { folder, parts }
}

test('objects of the S3 server outlast a gateway that is killed', async ({ skip }) => {
  const { folder, parts } = place()
  const s3 = await startS3(folder).catch((error: Error) => {
    if (error instanceof CannotBeHad) skip(error.message)
    throw error
  })
  parts.push(...s3.parts)
  await s3.makeBucket('one')
  await s3.put('one', 'a/b', 'kept')

  await s3.gateway.kill()
  await s3.gateway.start()

  expect(await s3.namesIn('one', 'a/')).toEqual(['a/b'])
})

test('Sentinels let the other Redis lead when the first is killed, and the first follows at its return', async () => {
  const { folder, parts } = place()
  const { servers, sentinels, group } = await redisBySentinel(folder)
  parts.push(...servers, ...sentinels)
  const client = new Redis({ ...group, maxRetriesPerRequest: null })
  client.on('error', () => {})
  onTestFinished(() => client.disconnect())
  await client.set('before', '1')
  expect(await client.wait(1, 10_000)).toBe(1)

  await servers[0]?.kill()

  expect(await client.get('before')).toBe('1')
  await client.set('after', '2')
  await servers[0]?.start()
  await until(async () => expect(await client.wait(1, 1_000)).toBe(1))
})
