const names: Record<string, string> = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' }

/** The name that people have for a type of content: 'PDF'. */
export const typeName = (type: string): string => names[type] ?? type
