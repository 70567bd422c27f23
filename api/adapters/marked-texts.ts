import { timingSafeEqual } from 'node:crypto'

/** A keyed digest of the installation (see KeyStore). */
export type Digest = (purpose: string, text: string) => string

/**
 * Texts that are kept where others might write, such as Redis. Each is stored with a keyed digest of itself and its
 * place, so that a text from elsewhere, or of another place, is as good as none.
 */
export const markedTexts = (digest: Digest, purpose: string) => {
  const markOf = (place: string, text: string): string => digest(purpose, `${place}\n${text}`)
  return {
    write: (place: string, text: string): string => `${markOf(place, text)}.${text}`,
    /** The text as it was written at this place; null for anything else. */
    read: (place: string, stored: string | null): string | null => {
      if (stored === null) return null
      const at = stored.indexOf('.')
      const text = stored.slice(at + 1)
      const [given, expected] = [Buffer.from(stored.slice(0, Math.max(at, 0))), Buffer.from(markOf(place, text))]
      return given.length === expected.length && timingSafeEqual(given, expected) ? text : null
    },
  }
}
