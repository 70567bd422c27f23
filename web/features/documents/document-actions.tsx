import { ActionIcon, Button } from '@mantine/core'
import { viewDocument } from '#schemas/resources/documents.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/list/row-actions.module.css'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { SelectCheck } from '#web/components/select-check.tsx'
import { type ListedDocument, nameId } from '#web/features/documents/document-columns.tsx'
import { documentFeature } from '#web/features/documents/document-feature.ts'
import { urlOf } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'

const viewing = ({ id }: ListedDocument) =>
  ({ component: 'a', href: urlOf(viewDocument, { params: { id } }), target: '_blank', rel: 'noopener' }) as const

/** The actions of a document in a line of the table. */
export const DocumentActions = ({ document }: { document: ListedDocument }) => (
  <div className={styles.actions}>
    {useCan()('documents.view') && (
      <ActionIcon
        {...viewing(document)}
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

type Props = {
  document: ListedDocument
  /** How it is selected; undefined where none are. */
  selecting: { selected: boolean; onSelect: (range: boolean) => void } | undefined
}

/** The actions of a document in the list; on a phone, on its card. */
export const ListedDocumentActions = ({ document, selecting }: Props) => (
  <>
    {selecting && <SelectCheck large name={document.name} {...selecting} />}
    {useCan()('documents.view') && (
      <Button {...viewing(document)} variant="default" size="xs" aria-describedby={nameId(document)}>
        View Document
      </Button>
    )}
    <RecordMenu feature={documentFeature} record={document} />
  </>
)
