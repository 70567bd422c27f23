import { bound, encoded, type Frames, smallSize } from './protobuf.ts'
import type { Recorded } from './reader.ts'
import { deletedRevision, Recent } from './streams.ts'

/** The revision of a tombstone as field 3: the largest int64, which a JavaScript number cannot hold. */
const tombstoneRevision = Buffer.from([3 << 3, ...Array(8).fill(0xff), 0x7f])

/** An event and the link that led to it, with the commit position of what was read. */
export const found = (out: Frames, at: number, event?: Recorded, link?: Recorded): void => {
  out.frame(boundOf(event) + boundOf(link), () =>
    out.message(1, () => {
      if (event) out.message(1, () => recorded(out, event))
      if (link) out.message(2, () => recorded(out, link))
      out.number(3, at)
    }),
  )
}

const recorded = (out: Frames, row: Recorded): void => {
  const [at, stream, revision, id, type, created, json, split, content] = row
  out.message(1, () => out.text(2, uuidText(id)))
  out.message(2, () => out.text(3, stream))
  if (revision === deletedRevision) out.raw(tombstoneRevision)
  else out.number(3, revision)
  out.number(4, at)
  out.number(5, at)
  out.raw(typeProperty(type))
  out.raw(json ? jsonProperty : binaryProperty)
  property(out, 'created', `${created}0000`)
  out.bytes(7, content.subarray(0, split))
  out.bytes(8, content.subarray(split))
}

const property = (out: Frames, key: string, value: string): void =>
  out.message(6, () => {
    out.text(1, key)
    out.text(2, value)
  })

const encodedProperty = (key: string, value: string): Buffer =>
  encoded(bound(value), (out) => property(out, key, value))

const jsonProperty = encodedProperty('content-type', 'application/json')
const binaryProperty = encodedProperty('content-type', 'application/octet-stream')

/** The product has some hundred types; others may write into the same log. */
const typeProperties = new Recent<Buffer>(1000)

const typeProperty = (type: string): Buffer => {
  const known = typeProperties.get(type)
  if (known) return known
  const made = encodedProperty('type', type)
  typeProperties.set(type, made)
  return made
}

const boundOf = (event: Recorded | undefined): number => {
  if (!event) return smallSize
  const [, stream, , , type, , , , content] = event
  return bound(stream, type) + content.length
}

const uuidText = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
