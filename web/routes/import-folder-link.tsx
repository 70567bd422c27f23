import { ButtonLink } from '#web/components/links.tsx'
import { useCan, useHolds } from '#web/lib/session.ts'

/** Leads from the page of a client or a site to the import of a folder of its files. */
export const ImportFolderLink = ({ search }: { search: { client?: string; site?: string } }) => {
  const can = useCan()
  const imports = useHolds('import')
  if (!imports || !can('files.create')) return null
  return (
    <ButtonLink to="/dashboard/imports" search={search} variant="subtle" size="xs" px="xs" h={32}>
      Import a folder
    </ButtonLink>
  )
}
