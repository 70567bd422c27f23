import { foldedText } from './folded-text.ts'

/** What names of clients and sites are told apart by in an import: neither case nor spaces count. */
export const importKey = (name: string): string => foldedText(name).replace(/\s+/g, ' ').trim()
