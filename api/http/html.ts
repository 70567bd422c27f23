import { createHash } from 'node:crypto'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML, for use between tags or in a double-quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** The source of a content security policy that allows exactly this style element. */
export const styleSource = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
