import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseBucketAddress } from '#api/adapters/bucket/address.ts'
import { openBucket } from '#api/adapters/bucket/bucket.ts'
import { contentInBucket } from '#api/adapters/content-bucket.ts'
import { placeOf } from '#api/adapters/content-store.ts'
import { openInstallationContent } from '#api/installation/content.ts'
import { contentRules } from '#tests/support/content-rules.ts'
import { s3OfTests } from '../s3-of-tests.ts'

const s3 = s3OfTests()

const bucketAt = async (url: string) => {
  const address = parseBucketAddress(url)
  if (!address) throw new Error(`${url} is no address`)
  return openBucket(address)
}

describe('content in a bucket', () => {
  contentRules(async () => {
    const bucket = await bucketAt(s3().url('contents', `rules/${randomUUID()}`))
    return {
      store: contentInBucket(bucket),
      names: async () => {
        const names: string[] = []
        for await (const { key } of bucket.list()) names.push(key)
        return names
      },
      damage: (holder, hash, bytes) => bucket.put(placeOf(holder, hash), Buffer.from(bytes)),
    }
  })

  const opening = (url: string, env: NodeJS.ProcessEnv = {}) => {
    const former = { ...process.env }
    Object.assign(process.env, env)
    return openInstallationContent(url, () => {}).finally(() => Object.assign(process.env, former))
  }

  test('is opened once all that is needed has been tried, and leaves nothing of the try', async () => {
    const prefix = `opened/${randomUUID()}`

    await opening(s3().url('contents', prefix))

    expect(await s3().namesIn('contents', prefix)).toEqual([])
  })

  test.each([
    [
      'no bucket',
      'nowhere',
      {},
      /^CONTENT_URL: s3:\/\/nowhere\/a\/ .* there is no such bucket: make it, or name another/,
    ],
    [
      'a wrong secret',
      'contents',
      { AWS_SECRET_ACCESS_KEY: 'another' },
      /^CONTENT_URL: .* the key or its secret is wrong: set/,
    ],
    [
      'nobody who is known',
      'contents',
      { AWS_ACCESS_KEY_ID: 'nobody' },
      /^CONTENT_URL: .* the key or its secret is wrong: set/,
    ],
  ])('is refused with %s, in one line that says what to do', async (_, bucket, env, words) => {
    const refused = await opening(s3().url(bucket, 'a'), env).catch((error: Error) => error)

    expect(refused).toMatchObject({ name: 'Unfit', message: expect.stringMatching(words) })
    expect(String(refused)).not.toContain('\n')
  })

  test('is refused in a prefix of what belongs to a log already', async () => {
    const prefix = `taken/${randomUUID()}`
    await (await bucketAt(s3().url('contents', prefix))).put('.log-id', Buffer.from('a log'))

    const refused = await opening(s3().url('contents', `${prefix}/below`)).catch((error: Error) => error)

    expect(refused).toMatchObject({ name: 'Unfit', message: expect.stringContaining('name another prefix') })
  })
})
