import { invalidField } from '#api/http/problem.ts'
import { maxZipBytes } from '#schemas/resources/zips.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'

type Sized = { size: number }

export const bytesOf = (files: readonly Sized[]): number => files.reduce((sum, { size }) => sum + size, 0)

/** Throws 422 under `field` where files are too large for one zip file together. */
export const requireRoom = (files: readonly Sized[], field: 'ids' | 'filter'): void => {
  const bytes = bytesOf(files)
  if (bytes <= maxZipBytes) return
  const size = humanReadableSize(bytes)
  const most = humanReadableSize(maxZipBytes)
  throw invalidField(field, `These files have ${size}. A zip file holds at most ${most}: please choose fewer.`)
}
