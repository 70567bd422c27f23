import type { AddedFile } from '#schemas/resources/files.ts'
import { announceAdded } from '#web/components/announce-added.tsx'
import { OpenLink } from '#web/components/record/open-link.tsx'
import { sameFile } from '#web/features/files/version-words.ts'
import { announce } from '#web/lib/announce.ts'
import { counted } from '#web/lib/counted.ts'

/** Announces that a file was added, with a link to it, or to the file that was there with the same content. */
export const announceAddedFile = (added: AddedFile): Promise<void> => {
  const { name, same_as } = added
  if (!same_as) return announceAdded('files', added)
  return announce(
    <>
      {name} has been added. {sameFile(same_as)} <OpenLink kind="files" id={same_as.id} />
    </>,
  )
}

/** Announces that several files were added; `same` are those of the site that had the content of one of them. */
export const announceAddedFiles = (arrived: number, same: readonly { name: string }[]): Promise<void> => {
  const added = `${counted(arrived, 'file has', 'files have')} been added.`
  const [first] = same
  if (!first) return announce(added)
  const more =
    same.length > 1 ? `${same.length} of them are already here: ${same.map(({ name }) => name).join(', ')}.` : ''
  return announce(`${added} ${more || sameFile(first)}`)
}
