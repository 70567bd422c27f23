import { useSuspenseQuery } from '@tanstack/react-query'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { listAnnouncements } from '#web/lib/calls/announcements.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { choicesQuery } from '#web/lib/queries.ts'

/** Announcements to everybody, newest first. */
const AnnouncementsTab = () => {
  const announcements = useSuspenseQuery({ ...choicesQuery(listAnnouncements), staleTime: 0 }).data
  if (announcements.length === 0) return <EmptyHint icon="megaphone">Nothing has been announced yet.</EmptyHint>
  return (
    <Rows label="Announcements">
      {announcements.map(({ id, body, created_at }) => (
        <Row key={id} name={body} detail={longDateTime(created_at)} />
      ))}
    </Rows>
  )
}

export default AnnouncementsTab
