/** A text without differences of case and Unicode form, by which e-mail addresses are compared (D-52). */
export const foldedText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The key by which an import compares names of clients and sites: without case and spaces. */
export const importKey = (name: string): string => foldedText(name).replace(/\s+/g, ' ').trim()

/** The key by which names in paths and manifests are compared: also without accents, and with spaces for `_` and `-`. */
export const pathKey = (name: string): string =>
  importKey(
    name
      .normalize('NFKD')
      .replace(/\p{Mark}+/gu, '')
      .replace(/[_-]+/g, ' '),
  )
