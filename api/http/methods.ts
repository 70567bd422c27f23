/** Methods that change nothing. */
const safe = ['GET', 'HEAD', 'OPTIONS']

export const isSafe = (method: string): boolean => safe.includes(method)
