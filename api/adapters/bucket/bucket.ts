import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PassThrough, pipeline, type Readable, type TransformOptions } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { BucketAddress } from './address.ts'
import { BucketAway, bucketErrorOf } from './errors.ts'

/** A file with the size and SHA-256 of its bytes, in hex. */
type HashedFile = { path: string; size: number; hash: string }

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

export type BucketObject = { key: string; size: number; lastModified: Date }

/**
 * Objects of one prefix of a bucket; keys are below it. What is not there is undefined.
 * @throws {BucketAway} and {BucketRefused}, every call
 */
export type Bucket = {
  /** What it is, for people: bucket, prefix and endpoint. */
  where: string
  /** The stream has to be read or destroyed; it fails with BucketAway if the connection does. */
  get: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  head: (key: string) => Promise<Omit<BucketObject, 'key'> | undefined>
  /** Puts an object in one piece. The SHA-256 of its bytes is signed, so that the server keeps no others. */
  put: (key: string, source: Uint8Array | HashedFile) => Promise<void>
  /** Objects whose keys begin with `start`, in the order of their keys. */
  list: (start?: string) => AsyncIterable<BucketObject>
  /** Deleting what is not there is no error. */
  delete: (key: string) => Promise<void>
  /** Deletes one by one, some at once: not every server has a call for many. */
  deleteAll: (keys: AsyncIterable<string> | Iterable<string>) => Promise<void>
  /** Whether deleted objects are kept as former versions, or ever were. */
  isVersioned: () => Promise<boolean>
  /** Milliseconds by which the bucket's clock was ahead of this machine's in the last answer. */
  skew: () => number
  close: () => void
}

/** Slow readers each hold a connection. */
const maxConnections = 256
const deletedAtOnce = 16

/** Tries at a request, some 30 seconds in all; the client itself repeats only those whose body it can send twice. */
const tries = 3

/** Milliseconds of a try for a connection, for the head of an answer, and without a byte. */
const connectionTimeout = 3000
const requestTimeout = 10_000
const socketTimeout = 120_000

/** Whoever calls says what failed; the client would write to the console as well. */
const say = (): void => {}
const silent = { trace: say, debug: say, info: say, warn: say, error: say }

const isMissing = ({ name }: Error): boolean => name === 'NoSuchKey' || name === 'NotFound'

/** Opens a bucket by the credentials of the SDK's default chain; asks for nothing yet. */
export const openBucket = async ({ bucket, prefix, endpoint, region, pathStyle }: BucketAddress): Promise<Bucket> => {
  const s3 = await import('@aws-sdk/client-s3')
  const handler = { connectionTimeout, requestTimeout, socketTimeout, throwOnRequestTimeout: true }
  const agent = { keepAlive: true, maxSockets: maxConnections }
  // A server of one's own has regions in name alone, but a signature needs one.
  const signed = region ?? process.env.AWS_REGION ?? (endpoint && 'us-east-1')
  const client: S3Client = new s3.S3Client({
    ...(endpoint && { endpoint }),
    ...(signed && { region: signed }),
    forcePathStyle: pathStyle,
    maxAttempts: tries,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    logger: silent,
    requestHandler: { ...handler, httpAgent: agent, httpsAgent: agent },
  })
  const where = `s3://${bucket}/${prefix}${endpoint ? ` at ${endpoint}` : ''}`
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })

  /** The answer of a call; undefined for an object that is not there. */
  const answer = async <Answer>(action: string, call: () => Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (isMissing(error)) return undefined
      throw bucketErrorOf(error, where, action)
    }
  }

  /** The bytes of an answer, which fail as calls do. */
  const named = (bytes: Readable): Readable => {
    const destroy: NonNullable<TransformOptions['destroy']> = (error, done) =>
      done(error && bucketErrorOf(error, where, 'a read'))
    // A failure of either is that of the one that is read.
    return pipeline(bytes, new PassThrough({ destroy }), () => {})
  }

  /** Sends a body whose hash is signed; a stream is opened anew for each try. */
  const send = async (key: string, source: Uint8Array | HashedFile): Promise<void> => {
    const { size, hash } =
      source instanceof Uint8Array
        ? { size: source.byteLength, hash: createHash('sha256').update(source).digest('hex') }
        : source
    const body = source instanceof Uint8Array ? source : createReadStream(source.path)
    const command = new s3.PutObjectCommand({ ...at(key), Body: body, ContentLength: size })
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-content-sha256'] = hash
        return next(args)
      },
      { step: 'build' },
    )
    await client.send(command)
  }

  const put: Bucket['put'] = async (key, source) => {
    for (let tried = 1; ; tried += 1) {
      try {
        await answer('a write', () => send(key, source))
        return
      } catch (error) {
        const isOver = tried === tries || source instanceof Uint8Array || !(error instanceof BucketAway)
        if (isOver) throw error
      }
    }
  }

  const remove: Bucket['delete'] = async (key) => {
    await answer('a deletion', () => client.send(new s3.DeleteObjectCommand(at(key))))
  }

  return {
    where,
    put,
    delete: remove,
    get: async (key, range) => {
      const part = range && { Range: `bytes=${range.start}-${range.end}` }
      const got = await answer('a read', () => client.send(new s3.GetObjectCommand({ ...at(key), ...part })))
      return got && named(got.Body as Readable)
    },
    head: async (key) => {
      const found = await answer('a read', () => client.send(new s3.HeadObjectCommand(at(key))))
      return found && { size: found.ContentLength ?? 0, lastModified: found.LastModified ?? new Date(0) }
    },
    list: async function* (start = '') {
      const listed = { Bucket: bucket, Prefix: `${prefix}${start}` }
      let token: string | undefined
      do {
        const from = { ...listed, ContinuationToken: token }
        const page = await answer('a list', () => client.send(new s3.ListObjectsV2Command(from)))
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page?.Contents ?? []) {
          yield { key: Key.slice(prefix.length), size: Size, lastModified: LastModified }
        }
        token = page?.NextContinuationToken
      } while (token)
    },
    deleteAll: async (keys) => {
      const lasting = new Set<Promise<unknown>>()
      for await (const key of keys) {
        const deleting = remove(key).finally(() => lasting.delete(deleting))
        lasting.add(deleting)
        if (lasting.size >= deletedAtOnce) await Promise.race(lasting)
      }
      await Promise.all(lasting)
    },
    isVersioned: async () => {
      const state = await answer('a look at its versioning', () =>
        client.send(new s3.GetBucketVersioningCommand({ Bucket: bucket })),
      )
      return state?.Status !== undefined
    },
    skew: () => client.config.systemClockOffset,
    close: () => client.destroy(),
  }
}
