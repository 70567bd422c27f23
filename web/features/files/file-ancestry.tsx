import type { SiteFile } from '#schemas/resources/files.ts'
import { TextLink } from '#web/components/links.tsx'
import styles from '#web/features/files/file-ancestry.module.css'

/** The ancestry of a file: client / site / visit. */
export const FileAncestry = ({ file: { site, visit_id, visit_name } }: { file: SiteFile }) => (
  <p className={styles.ancestry}>
    <TextLink to="/dashboard/clients/$id" params={{ id: site.client_id }} hash="/files">
      {site.client_name}
    </TextLink>
    <span aria-hidden="true">/</span>
    <TextLink to="/dashboard/sites/$id" params={{ id: site.id }} hash="/files">
      {site.name}
    </TextLink>
    {visit_id && (
      <>
        <span aria-hidden="true">/</span>
        <TextLink to="/dashboard/visits/$id" params={{ id: visit_id }} hash="/files">
          {visit_name}
        </TextLink>
      </>
    )}
  </p>
)
