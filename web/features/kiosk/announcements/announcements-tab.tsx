import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { listAnnouncements } from '#schemas/resources/announcements.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Entries } from '#web/components/entries.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { AnnouncementEntry } from '#web/features/kiosk/announcements/announcement-entry.tsx'
import styles from '#web/features/kiosk/announcements/announcements.module.css'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { listQuery } from '#web/lib/queries.ts'

const publishDialog = lazyDialog(async () => ({
  default: (await import('#web/features/kiosk/announcements/announcement-dialogs.tsx')).PublishDialog,
}))

const query = listQuery(listAnnouncements)

/** Announcements to everybody, newest first. */
const AnnouncementsTab = () => {
  const queries = useQueryClient()
  const { opener, outlet } = useLazyDialog(publishDialog)
  const changed = async (message: string) => {
    await queries.invalidateQueries({ queryKey: query.queryKey })
    await reload(queries, 'announcements')
    void announce(message)
  }
  return (
    <>
      <div className={styles.head}>
        <Button {...opener}>Create Announcement</Button>
      </div>
      <PagedList
        query={query}
        nouns={['announcement', 'announcements']}
        empty={<EmptyHint icon="megaphone">Nothing has been announced yet.</EmptyHint>}
      >
        {(announcements) => (
          <Entries label="Announcements">
            {announcements.map((announcement) => (
              <AnnouncementEntry key={announcement.id} announcement={announcement} onChanged={changed} />
            ))}
          </Entries>
        )}
      </PagedList>
      {outlet({ onDone: () => changed('The announcement has been published.') })}
    </>
  )
}

export default AnnouncementsTab
