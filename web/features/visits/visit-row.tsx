import type { Visit } from '#schemas/resources/visits.ts'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import styles from '#web/components/table.module.css'
import { visitFeature } from '#web/features/visits/visit-feature.ts'
import { useCan } from '#web/lib/session.ts'

type Props = {
  visit: Visit
  withClient: boolean
  withSite: boolean
  /** The index in the whole list, from 0. */
  index: number
  measure: (element: Element | null) => void
}

/** One visit; on a phone, a card with labels. */
export const VisitRow = ({ visit, withClient, withSite, index, measure }: Props) => {
  const mayViewFiles = useCan()('files.view')
  const heading = `visit-${visit.id}`
  const files = { to: '/dashboard/visits/$id', params: { id: visit.id }, hash: '/files' } as const
  return (
    // The table's header is its first row.
    <tr ref={measure} data-index={index} data-row={index} aria-rowindex={index + 2}>
      <th scope="row" id={heading}>
        {mayViewFiles ? (
          // The button next to it has the same target: one tab stop is enough.
          <TextLink {...files} title={visit.name} tabIndex={-1} c="inherit" inherit>
            {visit.name}
          </TextLink>
        ) : (
          visit.name
        )}
      </th>
      {withClient && (
        <td data-label="Client">
          <TextLink
            to="/dashboard/clients/$id"
            params={{ id: visit.client_id }}
            hash="/visits"
            title={visit.client_name}
            c="inherit"
          >
            {visit.client_name}
          </TextLink>
        </td>
      )}
      {withSite && (
        <td data-label="Site">
          <TextLink
            to="/dashboard/sites/$id"
            params={{ id: visit.site_id }}
            hash="/visits"
            title={visit.site_name}
            c="inherit"
          >
            {visit.site_name}
          </TextLink>
        </td>
      )}
      <td data-label="Start Date" className={styles.whole}>
        {visit.started_at}
      </td>
      <td data-label="End Date" className={styles.whole}>
        {visit.ended_at}
      </td>
      <td className={styles.actions}>
        <div>
          {mayViewFiles && (
            <ButtonLink {...files} variant="default" size="xs" aria-describedby={heading}>
              Documents
            </ButtonLink>
          )}
          <RecordMenu feature={visitFeature} record={visit} />
        </div>
      </td>
    </tr>
  )
}
