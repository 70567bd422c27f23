import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { ButtonLink } from '#web/components/links.tsx'
import { droppedFolderAtom, folderOfDrop } from '#web/features/imports/folder/chosen-folder.ts'
import { announceFailure } from '#web/lib/announce.ts'
import { useCan, useHolds } from '#web/lib/session.ts'

/** Leads from the page of a client or a site to the import of a folder of its files. What is dropped on the page, and no form of it takes, goes there too. */
export const ImportFolderLink = ({ search }: { search: { client?: string; site?: string } }) => {
  const can = useCan()
  const imports = useHolds('import')
  const setDropped = useSetAtom(droppedFolderAtom)
  const navigate = useNavigate()
  const take = async (data: DataTransfer) => {
    setDropped(await folderOfDrop(data))
    await navigate({ to: '/dashboard/imports', search })
  }
  if (!imports || !can('files.create')) return null
  return (
    <>
      <ButtonLink to="/dashboard/imports" search={search} variant="subtle" size="xs" px="xs" h={32}>
        Import a folder
      </ButtonLink>
      <FileCatcher disabled={false} folders="left" onFiles={(_, data) => void take(data).catch(announceFailure)}>
        Drop files or a folder to import them
      </FileCatcher>
    </>
  )
}
