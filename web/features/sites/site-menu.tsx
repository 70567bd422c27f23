import { useSetAtom } from 'jotai'
import type { Site } from '#schemas/resources/sites.ts'
import { RecordMenu } from '#web/components/record-menu.tsx'
import { dialogAtom, type SiteDialog } from '#web/features/sites/opened-dialog.ts'
import { loadSiteDialogs } from '#web/features/sites/site-dialogs.tsx'

/** Edit Site and Delete Site, each for whoever may (SITE-17, SITE-18, ABIL-05, ABIL-06). */
export const SiteMenu = ({ site }: { site: Site }) => {
  const show = useSetAtom(dialogAtom)
  const open = (kind: SiteDialog['kind']) => () => show({ dialog: { kind, site }, opened: true })
  return (
    <RecordMenu
      kind="sites"
      record={site}
      labels={['Edit Site', 'Delete Site']}
      onEdit={open('edit')}
      onDelete={open('delete')}
      onNear={() => void loadSiteDialogs()}
    />
  )
}
