import type { Logger } from 'pino'
import { type BucketAddress, parseBucketAddress } from '#api/adapters/bucket/address.ts'
import { type Bucket, openBucket } from '#api/adapters/bucket/bucket.ts'
import { BucketRefused } from '#api/adapters/bucket/errors.ts'
import { probeBucket, refuseVersions } from '#api/adapters/bucket/probe.ts'
import type { ContentStore, ListedContent } from '#api/adapters/content-store.ts'
import { openContent } from '#api/adapters/open-content.ts'
import { storagePlaceAt } from '#api/adapters/storage-place.ts'
import { teamDecider } from '#api/domain/team.ts'
import { awaitAnswer } from '#api/event-store/first-contact.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import type { TeamId } from '#schemas/ids.ts'

type StoreVariable = 'CONTENT_URL' | 'KEYS_URL'

/** A prefix above an address that another store has marked as its own; undefined if there is none. */
const markedAbove = async (address: BucketAddress): Promise<string | undefined> => {
  const segments = address.prefix.split('/').slice(0, -1)
  for (const depth of segments.keys()) {
    const above = await openBucket({
      ...address,
      prefix: segments
        .slice(0, depth)
        .map((each) => `${each}/`)
        .join(''),
    })
    // Who may not look there cannot share it either.
    const mark = await above.head('.log-id').catch((error: Error) => {
      if (error instanceof BucketRefused) return undefined
      throw error
    })
    above.close()
    if (mark) return above.where
  }
  return undefined
}

/**
 * Tries a bucket, that no other store's prefix holds it, and of one for keys that it keeps nothing that is deleted.
 * @throws {Unfit} with the variable and what to do; {BucketAway}
 */
export const checkBucket = async (variable: StoreVariable, url: string, bucket: Bucket): Promise<void> => {
  try {
    await probeBucket(bucket)
    if (variable === 'KEYS_URL') await refuseVersions(bucket)
  } catch (error) {
    throw error instanceof BucketRefused ? new Unfit(`${variable}: ${error.message}`) : error
  }
  const address = parseBucketAddress(url)
  const above = address && (await markedAbove(address))
  if (above === undefined) return
  throw new Unfit(`${variable}: ${bucket.where} lies in ${above}, which belongs to a log already: name another prefix.`)
}

/**
 * Waits for a bucket as for the event store, and tries it.
 * @throws {Unfit} where the bucket refuses; an error of one line where it did not answer
 */
export const awaitBucket = (
  variable: StoreVariable,
  url: string,
  bucket: Bucket,
  report: (line: string) => void,
): Promise<void> =>
  awaitAnswer({ name: `The bucket of ${variable}`, ask: () => checkBucket(variable, url, bucket), report })

/** Opens the content of this installation; throws as `awaitBucket` does. */
export const openInstallationContent = async (url: string, report: (line: string) => void): Promise<ContentStore> => {
  const place = await storagePlaceAt(url)
  if ('bucket' in place) await awaitBucket('CONTENT_URL', url, place.bucket, report)
  return openContent(place)
}

/** How many files a start looks for: some may lack their content without the store being another one. */
const sampleSize = 100

type SampledFile = ListedContent & { holder: TeamId }
type Store = { content: Pick<ContentStore, 'has'>; ledger: Pick<Ledger, 'read'>; url: string }

/**
 * Looks for some files of this log in the store of an address. Teams that are deleted count as nothing: a purge may have been
 * cut off before it was recorded.
 * @returns a line that says what is missing and what to do, where not one of them is there
 * @throws {BucketAway} and {BucketRefused}
 */
export const lostContentOf = async (
  { content, ledger, url }: Store,
  files: readonly SampledFile[],
): Promise<string | undefined> => {
  for (const { holder, hash } of files) if (await content.has(holder, hash)) return undefined
  for (const { holder, hash } of files) {
    const { status } = await load(ledger, teamDecider, teamStream(holder))
    if (status !== 'active') continue
    const lost = `CONTENT_URL: ${url} has none of ${files.length} files that the log names, such as ${hash} of the team ${holder}`
    return `${lost}. Set CONTENT_URL to the content of this log, or put that back.`
  }
  return undefined
}

type Looking = Store & {
  /** Some files of the log at most, once a read model has caught up with it; none if it never does. */
  files: (most: number) => Promise<readonly SampledFile[]>
  /** Called with a line where none is there. */
  unfit: (line: string) => void
  log: Pick<Logger, 'warn'>
}

/** Looks for some files of this log, as a process starts. While the bucket is away nothing is known. */
export const lookForContent = async ({ files, unfit, log, ...store }: Looking): Promise<void> => {
  try {
    const lost = await lostContentOf(store, await files(sampleSize))
    if (lost !== undefined) unfit(lost)
  } catch (error) {
    log.warn({ err: error }, 'content was not looked for')
  }
}
