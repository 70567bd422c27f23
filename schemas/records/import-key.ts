import { foldedText } from '#schemas/text/folded-text.ts'

/** The key by which an import compares names of clients and sites: without case and spaces. */
export const importKey = (name: string): string => foldedText(name).replace(/\s+/g, ' ').trim()
