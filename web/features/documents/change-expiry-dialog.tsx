import { Text } from '@mantine/core'
import { useState } from 'react'
import { changeDocuments, undoDocumentsChange } from '#schemas/resources/document-changes.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import type { DialogProps } from '#web/components/record/lazy-dialogs.tsx'
import { useBulkChange } from '#web/components/use-bulk-change.ts'
import { useChangingForm } from '#web/components/use-changing-form.ts'
import { WorkProgress } from '#web/components/work-progress.tsx'
import { type Chosen, countedDocuments, named } from '#web/features/documents/chosen.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'
import { dayMonthYear } from '#web/lib/dates.ts'

const said = (count: number): string =>
  `${countedDocuments(count)} ${count === 1 ? 'has' : 'have'} been given another expiry date.`

const ChangeExpiryForm = ({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) => {
  const { change, progress } = useBulkChange('documents')
  const [expiry, setExpiry] = useState<string | null>(null)
  const act = () =>
    change({
      total: chosen.count,
      send: (tell) => {
        const body = { ...named(chosen), change: { expires_at: expiry ? dayMonthYear(expiry) : '' } }
        return callWithProgress(changeDocuments, { body }, tell)
      },
      undo: (undo, tell) => callWithProgress(undoDocumentsChange, { params: { undo } }, tell),
      said: ({ documents }) => said(documents),
    })
  const { state } = useChangingForm(act, onClose)
  return (
    <EndpointForm {...state} action={['Change date', 'Changing date']} narrow>
      <Text size="md">{`This changes ${countedDocuments(chosen.count)}.`}</Text>
      <DateField
        label="Expiry date"
        description="Empty: they do not expire."
        clearable
        value={expiry}
        onChange={setExpiry}
      />
      {progress && <WorkProgress progress={progress} />}
    </EndpointForm>
  )
}

const keyOf = ({ documents, filter }: Chosen): string =>
  filter ? JSON.stringify(filter) : documents.map(({ id }) => id).join()

/** Sets the same expiry date, or none, for all chosen documents. */
const ChangeExpiryDialog = ({
  dialog,
  opened,
  onClose,
  total,
}: DialogProps<{ chosen: Chosen }> & { total: number }) => {
  // Documents that a filter matches may become more while the dialog is open; it says how many they are now.
  const chosen = dialog.chosen.filter ? { ...dialog.chosen, count: total } : dialog.chosen
  return (
    <Dialog title="Change expiry date" opened={opened} onClose={onClose}>
      <ChangeExpiryForm key={keyOf(chosen)} chosen={chosen} onClose={onClose} />
    </Dialog>
  )
}

export default ChangeExpiryDialog
