import { ActionIcon, Button } from '@mantine/core'
import { viewDocument } from '#schemas/resources/documents.ts'
import { Icon } from '#web/components/icon.tsx'
import { RecordLines } from '#web/components/list/record-lines.tsx'
import { RecordsList } from '#web/components/list/records-list.tsx'
import styles from '#web/components/list/row-actions.module.css'
import { DialogsOutlet, lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { SelectCheck, selectColumn } from '#web/components/select-check.tsx'
import { SelectionAction, SelectionBar } from '#web/components/selection-bar.tsx'
import { type ChosenDocuments, countedDocuments, type DocumentsFilter } from '#web/features/documents/chosen.ts'
import {
  DocumentHeading,
  documentColumns,
  type ListedDocument,
  listedColumns,
  nameId,
} from '#web/features/documents/document-columns.tsx'
import { documentFeature } from '#web/features/documents/document-feature.ts'
import { urlOf } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'
import { useSelection } from '#web/lib/use-selection.ts'

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

type DocumentActionsProps = {
  document: ListedDocument
  /** How it is selected; undefined where none are. */
  selecting: { selected: boolean; onSelect: (range: boolean) => void } | undefined
}

/** The actions of a document in the list; on a phone, on its card. */
const ListedDocumentActions = ({ document, selecting }: DocumentActionsProps) => (
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

/** The dialog about the chosen documents; `total` is how many the list holds by now. */
const chosenDialogs = lazyDialogs<{ chosen: ChosenDocuments }, { total: number }>(
  () => import('#web/features/documents/change-expiry-dialog.tsx'),
)

type Props = {
  documents: readonly ListedDocument[]
  total: number
  /** The filters of the list; undefined while the number of documents is unknown. */
  filter: DocumentsFilter | undefined
}

/** The documents as a list or as a table; those who may update them select some, to change when they expire. */
export const DocumentsGallery = ({ documents, total, filter }: Props) => {
  const mayUpdate = useCan()('documents.update')
  const listKey = Object.entries(filter ?? {}).join()
  const selection = useSelection(documents, listKey)
  const { isSelected, toggle, selectWhole, selectNone, onKeyDown } = selection
  const chosen = selection.chosenOf(total, filter)
  const selecting = (id: string) =>
    mayUpdate ? { selected: isSelected(id), onSelect: (range: boolean) => toggle(id, range) } : undefined
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the checkboxes inside */}
      <div onKeyDown={mayUpdate ? onKeyDown : undefined}>
        <RecordsList
          kind="documents"
          columns={documentColumns}
          rows={documents}
          total={total}
          actionsWidth={88}
          actions={(document) => <DocumentActions document={document} />}
          {...(mayUpdate ? { select: selectColumn(countedDocuments(documents.length), selection) } : {})}
        >
          <RecordLines
            kind="documents"
            columns={listedColumns}
            rows={documents}
            total={total}
            heading={(document) => <DocumentHeading document={document} />}
            actions={(document) => <ListedDocumentActions document={document} selecting={selecting(document.id)} />}
          />
        </RecordsList>
        {mayUpdate && (
          <SelectionBar
            label="Selected documents"
            count={chosen.count}
            total={total}
            onAll={filter && selectWhole}
            onNone={selectNone}
          >
            <SelectionAction label="Expiry" icon="bell" dialogs={chosenDialogs} dialog={{ chosen }} />
          </SelectionBar>
        )}
      </div>
      <DialogsOutlet dialogs={chosenDialogs} total={total} />
    </>
  )
}
