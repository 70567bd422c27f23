import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { changeSites, undoSitesChange } from '#schemas/resources/site-changes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { useOwn } from '#web/components/own/use-own.ts'
import type { DialogProps } from '#web/components/record/lazy-dialogs.tsx'
import { useBulkChange } from '#web/components/use-bulk-change.ts'
import { useChangingForm } from '#web/components/use-changing-form.ts'
import { WorkProgress } from '#web/components/work-progress.tsx'
import { type ChosenSites, countedSites } from '#web/features/sites/chosen.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'
import { asNow, choiceKey, named } from '#web/lib/chosen.ts'

type FormProps = { chosen: ChosenSites; onClose: () => void }

const ChangeFieldForm = ({ chosen, onClose }: FormProps) => {
  const { change, progress } = useBulkChange('sites')
  const inputs = Object.entries(useOwn('sites')?.inputs ?? {})
  const [asked, setAsked] = useState<string>()
  const [value, setValue] = useState<unknown>('')
  const [id = '', field] = inputs.find(([each]) => each === asked) ?? inputs[0] ?? []
  const act = () =>
    change({
      total: chosen.count,
      send: (tell) => {
        const body = { ...named(chosen), change: { fields: { [id]: String(value) } } }
        return callWithProgress(changeSites, { body }, tell)
      },
      undo: (undo, tell) => callWithProgress(undoSitesChange, { params: { undo } }, tell),
      said: ({ sites }) => `${field?.label} of ${countedSites(sites)} has been changed.`,
    })
  const { state, refused } = useChangingForm(act, onClose, `change.fields.${id}`)
  return (
    <EndpointForm {...state} action={['Change field', 'Changing field']} narrow>
      <Text size="md">{`This changes ${countedSites(chosen.count)}. Left empty, it takes the value away.`}</Text>
      <NativeSelect
        label="Field"
        value={id}
        data={inputs.map(([each, { label = '' }]) => ({ value: each, label }))}
        onChange={({ currentTarget }) => {
          setAsked(currentTarget.value)
          setValue('')
        }}
      />
      {field?.input({ value, error: refused, onChange: setValue })}
      {progress && <WorkProgress progress={progress} />}
    </EndpointForm>
  )
}

/** Gives all chosen sites the same value of an own field, or takes it away. */
const ChangeFieldDialog = ({
  dialog,
  opened,
  onClose,
  total,
}: DialogProps<{ chosen: ChosenSites }> & { total: number }) => {
  const chosen = asNow(dialog.chosen, total)
  return (
    <Dialog title="Change a field" opened={opened} onClose={onClose}>
      <ChangeFieldForm key={choiceKey(chosen)} chosen={chosen} onClose={onClose} />
    </Dialog>
  )
}

export default ChangeFieldDialog
