/** The character that a decoder writes for bytes that are not UTF-8; a text may hold it all the same. */
const replacement = '\ufffd'
const encoded = Buffer.from(replacement)

/** How often a text holds the replacement character. */
export const replacementsIn = (text: string): number => text.split(replacement).length - 1

/** Counts the replacement characters that were sent as such, in bytes that come in chunks of any length. */
export type ReplacementCount = { add: (chunk: Buffer) => void; readonly total: number }

export const countReplacements = (): ReplacementCount => {
  let total = 0
  let rest: Buffer = Buffer.alloc(0)
  return {
    add: (chunk) => {
      // A character may be divided between two chunks.
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (let at = bytes.indexOf(encoded); at !== -1; at = bytes.indexOf(encoded, from)) {
        total += 1
        from = at + encoded.length
      }
      rest = Buffer.from(bytes.subarray(Math.max(from, bytes.length - encoded.length + 1)))
    },
    get total() {
      return total
    },
  }
}
