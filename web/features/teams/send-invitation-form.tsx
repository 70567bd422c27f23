import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamId } from '#schemas/ids.ts'
import { listInvitations, sendInvitation } from '#schemas/resources/invitations.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SentNote } from '#web/components/pending-invitations.tsx'
import { type LimitValues, limitsToSend, noLimits } from '#web/features/teams/limit-values.ts'
import { LimitsFields } from '#web/features/teams/limits-fields.tsx'
import { oneQuery } from '#web/lib/queries.ts'

/** How a dialog says that an invitation was sent. */
export const sentWords = { title: 'Invitation', heading: 'Invitation Sent' }

/** Invites a person to a team; sending clears the address and keeps the rest for the next one. */
export const SendInvitationForm = ({ teamId }: { teamId: TeamId }) => {
  const queries = useQueryClient()
  const [sent, setSent] = useState<string>()
  const { form, ...state } = useEndpointForm({
    endpoint: sendInvitation,
    params: { id: teamId },
    initial: { email: '', ...noLimits },
    body: ({ email, ...limits }) => ({ email, ...limitsToSend(limits) }),
    onDone: async (_, { email }) => {
      form.setFieldValue('email', '')
      setSent(email)
      await queries.invalidateQueries({ queryKey: oneQuery(listInvitations, { id: teamId }).queryKey })
    },
  })
  const set = (changes: Partial<LimitValues>) => form.setValues(changes)
  return (
    <Panel title="Send invitation">
      <EndpointForm {...state} action={['Send Invitation', 'Sending Invitation']} narrow>
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <LimitsFields values={form.values} field={(name) => form.getInputProps(name)} set={set} />
      </EndpointForm>
      <SentNote {...sentWords} text={sent && `${sent} has been invited.`} onClose={() => setSent(undefined)} />
    </Panel>
  )
}
