import type { Visit } from '#schemas/resources/visits.ts'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import type { Column } from '#web/components/list/column.ts'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { visitFeature } from '#web/features/visits/visit-feature.ts'
import { useCan } from '#web/lib/session.ts'

const headingOf = ({ id }: Visit): string => `visit-${id}`

const filesOf = ({ id }: Visit) => ({ to: '/dashboard/visits/$id', params: { id }, hash: '/files' }) as const

const VisitName = ({ visit }: { visit: Visit }) =>
  useCan()('files.view') ? (
    // The button next to it has the same target: one tab stop is enough.
    <TextLink {...filesOf(visit)} id={headingOf(visit)} title={visit.name} tabIndex={-1} c="inherit" inherit>
      {visit.name}
    </TextLink>
  ) : (
    visit.name
  )

/** The actions of a visit, at the end of its row. */
export const VisitActions = ({ visit }: { visit: Visit }) => (
  <>
    {useCan()('files.view') && (
      <ButtonLink {...filesOf(visit)} variant="default" size="xs" aria-describedby={headingOf(visit)}>
        Documents
      </ButtonLink>
    )}
    <RecordMenu feature={visitFeature} record={visit} />
  </>
)

const all: readonly Column<Visit>[] = [
  { name: 'name', label: 'Visit Name', cell: (visit) => <VisitName visit={visit} /> },
  {
    name: 'client_name',
    label: 'Client',
    cell: ({ client_id: id, client_name }) => (
      <TextLink to="/dashboard/clients/$id" params={{ id }} hash="/visits" title={client_name} c="inherit">
        {client_name}
      </TextLink>
    ),
  },
  {
    name: 'site_name',
    label: 'Site',
    cell: ({ site_id: id, site_name }) => (
      <TextLink to="/dashboard/sites/$id" params={{ id }} hash="/visits" title={site_name} c="inherit">
        {site_name}
      </TextLink>
    ),
  },
  { name: 'started_at', label: 'Start Date', kind: 'day' },
  { name: 'ended_at', label: 'End Date', kind: 'day' },
]

/** The columns of visits, without the client and the site of the page. */
export const visitColumns = (place: 'team' | 'client' | 'site'): readonly Column<Visit>[] => {
  const left = { team: [''], client: ['client_name'], site: ['client_name', 'site_name'] }[place]
  return all.filter(({ name }) => !left.includes(name))
}
