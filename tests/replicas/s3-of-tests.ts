import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sharedFolder } from '#tests/support/folders.ts'
import { CannotBeHad } from './debian.ts'
import { type S3, startS3 } from './s3.ts'

/**
 * A real S3 server with a bucket `contents` for all tests of this place, whose credentials are those of this process.
 * Where it cannot be had the tests are left out, and say why.
 * @returns the server, once the tests run
 */
export const s3OfTests = (): (() => S3) => {
  let s3: S3 | undefined
  let missing: string | undefined
  const former = { ...process.env }

  beforeAll(async () => {
    s3 = await startS3(sharedFolder()).catch((error: Error) => {
      if (!(error instanceof CannotBeHad)) throw error
      missing = error.message
      process.stderr.write(`Left out: ${missing}\n`)
      return undefined
    })
    if (s3) Object.assign(process.env, s3.credentials)
    await s3?.makeBucket('contents')
  })
  beforeEach(({ skip }) => skip(missing !== undefined, missing))
  afterAll(async () => {
    for (const part of s3?.parts.toReversed() ?? []) await part.kill()
    for (const name of Object.keys(s3?.credentials ?? {})) delete process.env[name]
    Object.assign(process.env, former)
  })
  return () => {
    if (s3 === undefined) throw new Error('The S3 server does not run yet')
    return s3
  }
}
