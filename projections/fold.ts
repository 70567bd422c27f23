/** A text without case and accents, to sort and search by (D-41). */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
