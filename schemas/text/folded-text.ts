/** A text without differences of case and Unicode form, by which e-mail addresses are compared (D-52). */
export const foldedText = (text: string): string => text.normalize('NFKC').toLowerCase()
