import { timingSafeEqual } from 'node:crypto'

/** A keyed digest of the installation (see KeyStore). */
export type Digest = (purpose: string, text: string) => string

/**
 * Texts that are stored where others might write, such as Redis. Each is stored with a keyed digest of itself and its
 * context, such as its key, so that a forged text, or one copied from another context, reads as none.
 */
export const markedTexts = (digest: Digest, purpose: string) => {
  const markOf = (context: string, text: string): string => digest(purpose, `${context}\n${text}`)
  return {
    write: (context: string, text: string): string => `${markOf(context, text)}.${text}`,
    /** The text as it was written in this context; null for anything else. */
    read: (context: string, stored: string | null): string | null => {
      if (stored === null) return null
      const at = stored.indexOf('.')
      const text = stored.slice(at + 1)
      const actual = Buffer.from(stored.slice(0, Math.max(at, 0)))
      const expected = Buffer.from(markOf(context, text))
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? text : null
    },
  }
}
