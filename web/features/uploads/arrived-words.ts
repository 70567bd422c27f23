import { counted } from '#web/lib/counted.ts'
import type { KeptUpload } from '#web/lib/kept-uploads.ts'

/** The outcome of uploads of an earlier page: "2 files have been added. 1 file has been replaced." */
export const arrivedWords = (arrived: readonly Pick<KeptUpload, 'version'>[]): string => {
  const replaced = arrived.filter(({ version }) => version).length
  const added = arrived.length - replaced
  return [
    added > 0 && `${counted(added, 'file has', 'files have')} been added.`,
    replaced > 0 && `${counted(replaced, 'file has', 'files have')} been replaced.`,
  ]
    .filter(Boolean)
    .join(' ')
}
