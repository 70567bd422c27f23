/**
 * Whether two digests are the same text. It takes the same time wherever they differ, so that nobody learns one digit by
 * digit.
 */
export const sameDigest = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ (other.charCodeAt(at) || 0)
  return difference === 0
}
