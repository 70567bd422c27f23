import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Hash, hashLeaf } from '#schemas/proofs/tree.ts'
import { eventIn } from '#web/verify/recorded-event.ts'

/** A line of `leaves.jsonl`, whatever it holds. */
type Line = { index?: unknown; leaf?: unknown; data?: unknown; metadata?: unknown; withheld?: unknown }

const lineIn = (text: string): Line => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const isDigestOf = (digest: string, text: unknown): boolean =>
  typeof text === 'string' && bytesToHex(sha256(utf8ToBytes(text))) === digest

/** The events of a pack, which are read in their order, and what is wrong with them. */
export const openLeaves = () => {
  const hashes = new Map<number, Hash>()
  /** The SHA-256 that an event names; null where its data are withheld. */
  const named = new Map<number, ReadonlySet<string> | null>()
  const revisions = new Map<string, number>()
  const fails: string[] = []
  let last = -1
  const add = (text: string): void => {
    const { index, leaf, data, metadata, withheld } = lineIn(text)
    const event = typeof leaf === 'string' ? eventIn(leaf) : undefined
    if (!Number.isSafeInteger(index) || !event)
      return void fails.push(`leaves.jsonl: no event stands after event ${last}`)
    const number = Number(index)
    const words = `event ${number.toLocaleString('en-GB')} (revision ${event.revision} of ${event.stream})`
    if (number <= last) fails.push(`leaves.jsonl: ${words} stands after event ${last}`)
    if (event.revision <= (revisions.get(event.stream) ?? -1)) fails.push(`${words} stands after a later one`)
    if (!(data === null && withheld === true) && !isDigestOf(event.data, data))
      fails.push(`${words} has other data than were recorded`)
    if (!isDigestOf(event.metadata, metadata)) fails.push(`${words} has other metadata than were recorded`)
    revisions.set(event.stream, event.revision)
    hashes.set(number, hashLeaf(String(leaf)))
    named.set(number, typeof data === 'string' ? new Set(data.match(/\b[\da-f]{64}\b/g)) : null)
    last = number
  }
  return { hashes, named, fails, last: () => last, add }
}
export type Leaves = ReturnType<typeof openLeaves>
