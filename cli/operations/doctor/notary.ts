import { createHash } from 'node:crypto'
import { constants, existsSync, readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '#api/env/env.ts'
import { openKeptNotes, stoppedFile } from '#api/notary/kept-notes.ts'
import { askAuthority } from '#api/notary/timestamp-authority.ts'
import { readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { counted } from '#schemas/text/counted.ts'
import { shortTime } from '#schemas/time/dates.ts'
import { within } from './asking.ts'
import { type Finding, fine, wrong } from './finding.ts'

const about = 'notary'

/** Checks whether the log is signed. */
const checkSigning = async (env: Env): Promise<Finding[]> => {
  const file = stoppedFile(env.dataDir)
  if (existsSync(file)) {
    return [wrong(about, `${readFileSync(file, 'utf8').trim()} See: siteledger notary begin-anew --help`)]
  }
  const kept = await openKeptNotes(env)
  try {
    const checkpoint = readCheckpoint((await kept.last())?.note ?? '')
    if (!checkpoint) return []
    const { size, signedAt, origin } = checkpoint
    return [fine(about, `${counted(size, 'event')} were signed as ${origin}, ${shortTime(signedAt, env.timezone)}.`)]
  } finally {
    kept.close()
  }
}

/** Asks for a timestamp of nothing. */
const checkAuthority = async (url: string): Promise<Finding> => {
  const answer = await within(askAuthority(url, createHash('sha256').digest()))
  return answer instanceof Error
    ? wrong(about, `TIMESTAMP_URL vouches for no time (${answer.message}).`)
    : fine(about, 'TIMESTAMP_URL vouches for the time of each day’s checkpoint.')
}

/** The nearest folder to a path that is there. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

/** Checks whether checkpoints reach an address of NOTARY_PUBLISH; mails are checked with all others. */
const checkPlace = async (address: string): Promise<Finding[]> => {
  if (address.startsWith('mailto:')) return []
  const reached = address.startsWith('file:')
    ? access(`${nearest(fileURLToPath(address))}/`, constants.W_OK)
    : fetch(address, { method: 'HEAD', redirect: 'manual' })
  const answer = await within<unknown>(reached)
  return [
    answer instanceof Error
      ? wrong(about, `No checkpoint reaches ${address} of NOTARY_PUBLISH (${answer.message}).`)
      : fine(about, `Checkpoints reach ${address}.`),
  ]
}

/** Checks whether the log is signed, and whether others can learn it. */
export const checkNotary = async (env: Env): Promise<Finding[]> => [
  ...(await checkSigning(env)),
  ...(env.timestampUrl === undefined ? [] : [await checkAuthority(env.timestampUrl)]),
  ...(await Promise.all(env.notaryPublish.map(checkPlace))).flat(),
]
