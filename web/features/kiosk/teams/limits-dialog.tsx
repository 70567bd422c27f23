import { Text, TextInput } from '@mantine/core'
import { overrideLimits } from '#schemas/resources/kiosk-limits.ts'
import type { TeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { accountKeys } from '#web/features/kiosk/accounts/use-refresh-accounts.ts'
import { dayMonthYear } from '#web/lib/dates.ts'
import { useChanged } from '#web/lib/use-changed.ts'

type Props = {
  team: Pick<TeamProfile['team'], 'id' | 'name' | 'limits_override'>
  opened: boolean
  onClose: () => void
}

const asText = (limit: number | null | undefined): string => (limit === null || limit === undefined ? '' : `${limit}`)

/** Gives a team other limits than those of its plan or trial, for some time. */
const LimitsDialog = ({ team: { id, name, limits_override: present }, opened, onClose }: Props) => {
  const changed = useChanged(...accountKeys)
  const { form, ...state } = useEndpointForm({
    endpoint: overrideLimits,
    params: { id },
    initial: {
      sites: asText(present?.sites),
      team_members: asText(present?.team_members),
      teams: asText(present?.teams),
      reason: present?.reason ?? '',
      ends_at: present?.ends_at.slice(0, 10) ?? null,
    },
    body: ({ ends_at: day, ...values }) => ({ ...values, ends_at: day ? dayMonthYear(day) : '' }),
    onDone: async () => {
      onClose()
      await changed(`${name} has other limits.`)
    },
  })
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 7 } as const
  return (
    <Dialog title={`Limits of ${name}`} opened={opened} onClose={onClose}>
      <Text size="md">
        They take the place of the limits of the plan or trial, until the end of this day, UTC. What is left empty stays
        as it is. The team reads the reason in its history.
      </Text>
      <EndpointForm {...state} action={['Save', 'Saving']} narrow>
        <TextInput label="Sites" {...number} {...form.getInputProps('sites')} data-autofocus />
        <TextInput label="Members" {...number} {...form.getInputProps('team_members')} />
        <TextInput label="Teams of its owner" {...number} {...form.getInputProps('teams')} />
        <DateField label="Ends at" {...form.getInputProps('ends_at')} />
        <TextInput label="Reason" autoComplete="off" maxLength={255} {...form.getInputProps('reason')} />
      </EndpointForm>
    </Dialog>
  )
}

export default LimitsDialog
