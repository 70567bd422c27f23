import { Text } from '@mantine/core'
import type { TeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import { changeTrialEnd } from '#schemas/resources/kiosk-trials.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { accountKeys } from '#web/features/kiosk/accounts/use-refresh-accounts.ts'
import { dayMonthYear } from '#web/lib/dates.ts'
import { useChanged } from '#web/lib/use-changed.ts'

type Props = {
  team: Pick<TeamProfile['team'], 'id' | 'name' | 'trial_ends_at'>
  opened: boolean
  onClose: () => void
}

/** Sets when the trial of a team ends. */
const EditPlanDialog = ({ team: { id, name, trial_ends_at }, opened, onClose }: Props) => {
  const changed = useChanged(...accountKeys)
  const { form, ...state } = useEndpointForm({
    endpoint: changeTrialEnd,
    params: { teamId: id },
    // The trial lasts to the end of a day, UTC (D-50).
    initial: { trial_ends_at: trial_ends_at?.slice(0, 10) ?? null },
    body: ({ trial_ends_at: day }) => ({ trial_ends_at: day ? dayMonthYear(day) : '' }),
    onDone: async () => {
      onClose()
      await changed(`The trial of ${name} has another end.`)
    },
  })
  return (
    <Dialog title={`Plan of ${name}`} opened={opened} onClose={onClose}>
      <Text size="md">
        The trial runs until the end of this day, UTC. A day that is over ends it. The trial of a subscription stays as
        it is.
      </Text>
      <EndpointForm {...state} action={['Save', 'Saving']} narrow>
        <DateField label="Trial End Date" {...form.getInputProps('trial_ends_at')} />
      </EndpointForm>
    </Dialog>
  )
}

export default EditPlanDialog
