/** Where something lies, from the outside in: 'Acme / North'. What is not named is left out. */
export const pathWords = (...names: readonly (string | null | undefined)[]): string => names.filter(Boolean).join(' / ')
