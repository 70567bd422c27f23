import type { Visit } from '#schemas/resources/visits.ts'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import styles from '#web/components/table.module.css'
import { useCan } from '#web/lib/session.ts'

type Props = { visits: readonly Visit[]; withClient: boolean; withSite: boolean }

/** Visits as a table; on a phone each row becomes a card that names its columns (VIS-20 to VIS-25). */
export const VisitsTable = ({ visits, withClient, withSite }: Props) => {
  const mayViewFiles = useCan()('files.view')
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label="Visits">
        <thead>
          <tr>
            <th scope="col">Visit Name</th>
            {withClient && <th scope="col">Client</th>}
            {withSite && <th scope="col">Site</th>}
            <th scope="col">Start Date</th>
            <th scope="col">End Date</th>
            <th scope="col">
              <span className={styles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <tr key={visit.id}>
              <th scope="row" id={`visit-${visit.id}`}>
                {visit.name}
              </th>
              {withClient && (
                <td data-label="Client">
                  <TextLink to="/dashboard/clients/$id" params={{ id: visit.client_id }} hash="/visits" c="inherit">
                    {visit.client_name}
                  </TextLink>
                </td>
              )}
              {withSite && (
                <td data-label="Site">
                  <TextLink to="/dashboard/sites/$id" params={{ id: visit.site_id }} hash="/visits" c="inherit">
                    {visit.site_name}
                  </TextLink>
                </td>
              )}
              <td data-label="Start Date">{visit.started_at}</td>
              <td data-label="End Date">{visit.ended_at}</td>
              <td className={styles.actions}>
                {mayViewFiles && (
                  <ButtonLink
                    to="/dashboard/visits/$id"
                    params={{ id: visit.id }}
                    hash="/files"
                    variant="default"
                    size="xs"
                    aria-describedby={`visit-${visit.id}`}
                  >
                    Documents
                  </ButtonLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
