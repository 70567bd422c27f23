import type { ByteRange } from '#api/adapters/content-store.ts'
import { ContentHash } from '#schemas/ids.ts'

/** Bytes of a pack on end: of a content, or where it has no hash, of what was made for the pack. */
export type Run = { hash: ContentHash | null; start: number; length: number }

/** A run of a plan: a hash, of zeros where it has none, and two numbers. */
const bytes = { hash: 32, number: 6 } as const
const runBytes = bytes.hash + 2 * bytes.number
const none = Buffer.alloc(bytes.hash)

/** The plan of a pack: its runs in their order, each in as many bytes. */
export const planOf = function* (runs: Iterable<Run>): Generator<Buffer> {
  for (const { hash, start, length } of runs) {
    const run = Buffer.alloc(runBytes)
    if (hash !== null) run.write(hash, 'hex')
    run.writeUIntBE(start, bytes.hash, bytes.number)
    run.writeUIntBE(length, bytes.hash + bytes.number, bytes.number)
    yield run
  }
}

/** The runs of a range of a pack, both ends included, of which the first and the last may be in part. */
export const runsIn = function* (plan: Buffer, range: ByteRange): Generator<Run & { isWhole: boolean }> {
  let from = 0
  for (let at = 0; at < plan.length && from <= range.end; at += runBytes) {
    const length = plan.readUIntBE(at + bytes.hash + bytes.number, bytes.number)
    const first = Math.max(range.start - from, 0)
    const end = Math.min(range.end - from + 1, length)
    from += length
    if (first >= end) continue
    const hash = plan.subarray(at, at + bytes.hash)
    yield {
      hash: hash.equals(none) ? null : ContentHash.parse(hash.toString('hex')),
      start: plan.readUIntBE(at + bytes.hash, bytes.number) + first,
      length: end - first,
      isWhole: end - first === length,
    }
  }
}
