import type * as contracts from '#schemas/resources/expiry-reminders.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#schemas/endpoint.ts'
import { chooseExpiryReminders, showExpiryReminders } from '#schemas/resources/expiry-reminders.ts'
import { remindedRoles } from '#schemas/rights/abilities.ts'
import { expiryWindows } from '#schemas/time/expiry.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { announce } from '#web/lib/announce.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { teamsQuery, useUser } from '#web/lib/session.ts'

type Reminders = ResponseOf<typeof contracts.showExpiryReminders>

const query = oneQuery(showExpiryReminders)

/** Why somebody is reminded who never chose to be. */
const Unchosen = () => {
  const { id } = useUser()
  const teams = useQuery(teamsQuery).data ?? []
  const run = teams.filter(({ users }) => {
    const role = users.find((each) => each.id === id)?.role_on_current_team
    return role !== undefined && remindedRoles.includes(role)
  })
  const names = new Intl.ListFormat('en-GB').format(run.map(({ name }) => name))
  return run.length > 0 && <Text size="md">{`On, since you own or administer ${names}, until you choose.`}</Text>
}

const Fields = ({ chosen }: { chosen: Reminders }) => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: chooseExpiryReminders,
    initial: { days: chosen.days, weekly: chosen.weekly, missing: chosen.missing },
    body: (values) => ({ ...values, chosen: true }),
    onDone: (reminders) => {
      queries.setQueryData(query.queryKey, reminders)
      void announce('Your reminders have been updated.')
    },
  })
  const { days, weekly, missing } = form.values
  const choose = (window: Reminders['days'][number], isChosen: boolean) =>
    form.setFieldValue('days', isChosen ? [...days, window] : days.filter((each) => each !== window))
  return (
    <EndpointForm {...state} action={['Update reminders', 'Updating reminders']} narrow>
      <Text size="md">
        We email and notify you about files and documents that expire, in each of your teams, as far as you can see
        them.
      </Text>
      {!chosen.chosen && chosen.weekly && <Unchosen />}
      <Stack gap="sm" role="group" aria-label="Reminders">
        {expiryWindows.map((window) => (
          <Checkbox
            key={window}
            label={`${window} days before`}
            checked={days.includes(window)}
            onChange={({ currentTarget }) => choose(window, currentTarget.checked)}
          />
        ))}
        <Checkbox
          label="Once a week: what has expired, and what will within 60 days"
          checked={weekly}
          onChange={({ currentTarget }) => form.setFieldValue('weekly', currentTarget.checked)}
        />
        <Checkbox
          label="With what is required of sites and missing"
          description="By client, in the weekly message"
          disabled={!weekly}
          checked={missing}
          onChange={({ currentTarget }) => form.setFieldValue('missing', currentTarget.checked)}
        />
      </Stack>
    </EndpointForm>
  )
}

/** When the signed-in user is reminded of what expires. */
export const ExpiryRemindersForm = () => {
  const reminders = useQuery(query)
  return (
    <Panel title="Expiry reminders">
      <ChoicesFailure choices={reminders} />
      {reminders.data && <Fields chosen={reminders.data} />}
    </Panel>
  )
}
