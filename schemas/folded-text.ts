/** The same text whatever its case and Unicode form; e-mail addresses are told apart by it (D-52). */
export const foldedText = (text: string): string => text.normalize('NFKC').toLowerCase()
