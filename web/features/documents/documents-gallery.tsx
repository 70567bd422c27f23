import { RecordLines } from '#web/components/list/record-lines.tsx'
import { RecordsList } from '#web/components/list/records-list.tsx'
import { DialogsOutlet, lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import { SelectCheck, SelectShownCheck } from '#web/components/select-check.tsx'
import { SelectionAction, SelectionBar } from '#web/components/selection-bar.tsx'
import { type Chosen, countedDocuments, type DocumentsFilter } from '#web/features/documents/chosen.ts'
import { DocumentActions, ListedDocumentActions } from '#web/features/documents/document-actions.tsx'
import {
  DocumentHeading,
  documentColumns,
  type ListedDocument,
  listedColumns,
} from '#web/features/documents/document-columns.tsx'
import { useCan } from '#web/lib/session.ts'
import { useSelection } from '#web/lib/use-selection.ts'

/** The dialog about the chosen documents; `total` is how many the list holds by now. */
const chosenDialogs = lazyDialogs<{ chosen: Chosen }, { total: number }>(
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
  const { selected, isWhole, isSelected, toggle, shown, selectWhole, selectNone, onKeyDown } = useSelection(
    documents,
    listKey,
  )
  const chosen =
    isWhole && filter ? { documents, count: total, filter } : { documents: selected, count: selected.length }
  const selecting = (id: string) =>
    mayUpdate ? { selected: isSelected(id), onSelect: (range: boolean) => toggle(id, range) } : undefined
  const select = {
    all: <SelectShownCheck what={countedDocuments(documents.length)} {...shown} />,
    one: ({ id, name }: ListedDocument) => (
      <SelectCheck name={name} selected={isSelected(id)} onSelect={(range) => toggle(id, range)} />
    ),
  }
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
          {...(mayUpdate ? { select } : {})}
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
