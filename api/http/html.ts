const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML, for use between tags or in a double-quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
