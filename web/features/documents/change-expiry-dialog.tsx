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
import { type ChosenDocuments, countedDocuments } from '#web/features/documents/chosen.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'
import { asNow, choiceKey, named } from '#web/lib/chosen.ts'
import { dayMonthYear } from '#web/lib/dates.ts'

const said = (count: number): string =>
  `${countedDocuments(count)} ${count === 1 ? 'has' : 'have'} been given another expiry date.`

const ChangeExpiryForm = ({ chosen, onClose }: { chosen: ChosenDocuments; onClose: () => void }) => {
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

/** Sets the same expiry date, or none, for all chosen documents. */
const ChangeExpiryDialog = ({
  dialog,
  opened,
  onClose,
  total,
}: DialogProps<{ chosen: ChosenDocuments }> & { total: number }) => {
  const chosen = asNow(dialog.chosen, total)
  return (
    <Dialog title="Change expiry date" opened={opened} onClose={onClose}>
      <ChangeExpiryForm key={choiceKey(chosen)} chosen={chosen} onClose={onClose} />
    </Dialog>
  )
}

export default ChangeExpiryDialog
