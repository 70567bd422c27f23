import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import Markdown from 'react-markdown'
import { type Announcement, listAnnouncements, removeAnnouncement } from '#schemas/resources/announcements.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { Entries, Entry, EntryLine, EntryName } from '#web/components/entries.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import styles from '#web/features/kiosk/announcements/announcements.module.css'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { listQuery } from '#web/lib/queries.ts'

const editDialog = lazyDialog(async () => ({
  default: (await import('#web/features/kiosk/announcements/announcement-dialogs.tsx')).EditDialog,
}))

type Props = { announcement: Announcement; onChanged: (message: string) => Promise<unknown> }

/** One announcement as readers see it, with what operators may do about it. */
const AnnouncementEntry = ({ announcement, onChanged }: Props) => {
  const { id, body, action_text, action_url, created_at, revision } = announcement
  const title = useId()
  const { opener, outlet } = useLazyDialog(editDialog)
  const remove = async () => {
    await callApi(removeAnnouncement, { params: { id } }, { ifMatch: revision })
    await onChanged('The announcement has been deleted.')
  }
  return (
    <Entry className={styles.entry}>
      <div className={styles.words}>
        <EntryName id={title}>{longDateTime(created_at)}</EntryName>
        <div className={styles.body}>
          <Markdown skipHtml disallowedElements={['img']}>
            {body}
          </Markdown>
        </div>
        {action_text && action_url && <EntryLine>{`Button “${action_text}” to ${action_url}`}</EntryLine>}
      </div>
      <Group gap="xs">
        <Button variant="default" size="xs" aria-describedby={title} {...opener}>
          Edit
        </Button>
        <ConfirmButton
          title="Delete announcement"
          question="Are you sure you want to delete this announcement? No one sees it any more."
          answers={['No, Go Back', 'Yes, Delete']}
          about={title}
          onYes={remove}
        >
          Delete
        </ConfirmButton>
      </Group>
      {outlet({ announcement, onDone: () => onChanged('The announcement has been changed.') }, revision)}
    </Entry>
  )
}

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
