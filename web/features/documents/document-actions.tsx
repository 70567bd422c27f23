import { ActionIcon } from '@mantine/core'
import { viewDocument } from '#schemas/resources/documents.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/list/row-actions.module.css'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { documentFeature } from '#web/features/documents/document-feature.ts'
import type { ListedDocument } from '#web/features/documents/documents-table.tsx'
import { urlOf } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'

/** What can be done with a document in a line of the table. */
export const DocumentActions = ({ document }: { document: ListedDocument }) => (
  <div className={styles.actions}>
    {useCan()('documents.view') && (
      <ActionIcon
        component="a"
        href={urlOf(viewDocument, { params: { id: document.id } })}
        target="_blank"
        rel="noopener"
        variant="subtle"
        color="gray"
        c="dimmed"
        size={32}
        aria-label={`View Document ${document.name}`}
      >
        <Icon name="eye" />
      </ActionIcon>
    )}
    <RecordMenu feature={documentFeature} record={document} />
  </div>
)
