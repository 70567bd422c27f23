import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { brokenLogoRule, logoTypes, maxLogoBytes } from '#schemas/limits/upload-rules.ts'
import {
  listTeamInvitations,
  resendTeamInvitation,
  sendTeamInvitation,
  withdrawTeamInvitation,
} from '#schemas/resources/team-invitations.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { DropField } from '#web/components/drop-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PendingInvitations, SentNote } from '#web/components/pending-invitations.tsx'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** How a dialog says that an invitation was sent. */
const sentWords = { title: 'Team invitation', heading: 'Team Invitation Sent' }

const logo = { types: logoTypes, words: `JPEG or PNG, up to ${humanReadableSize(maxLogoBytes)}`, several: false }

/** Invites somebody to found a team. */
const SendTeamInvitation = () => {
  const queries = useQueryClient()
  const [sent, setSent] = useState<string>()
  /** Whether a refusal has cleared the chosen logo. */
  const [cleared, setCleared] = useState(false)
  const { form, ...state } = useEndpointForm({
    endpoint: sendTeamInvitation,
    initial: { email: '', name: '', team_name: '', logo: null as File | null },
    body: ({ email, name, team_name }) => ({ email, name, team_name }),
    extras: ({ logo: file }) => (file ? { file } : {}),
    onProblem: () => {
      setCleared(form.getValues().logo !== null)
      form.setFieldValue('logo', null)
      return false
    },
    onDone: async (_, { email }) => {
      form.reset()
      setCleared(false)
      setSent(email)
      await queries.invalidateQueries({ queryKey: oneQuery(listTeamInvitations).queryKey })
    },
  })
  const choose = ([file]: File[]) => {
    const broken = file && brokenLogoRule(file)
    setCleared(false)
    form.setFieldValue('logo', broken ? null : (file ?? null))
    form.setFieldError('logo', broken ?? null)
  }
  const logoError = form.errors.logo ?? (cleared ? 'Please choose the logo again.' : undefined)
  return (
    <Panel title="Send team invitation">
      <EndpointForm {...state} action={['Send Invitation', 'Sending Invitation']} narrow>
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label="Team Name" autoComplete="off" {...form.getInputProps('team_name')} />
        <DropField
          label="Logo"
          file={form.values.logo}
          onChoose={choose}
          error={logoError}
          disabled={state.busy}
          taken={logo}
        />
      </EndpointForm>
      <FileCatcher onFiles={choose} disabled={state.busy}>
        Drop it here to send it as the logo
      </FileCatcher>
      <SentNote {...sentWords} text={sent && `${sent} has been invited.`} onClose={() => setSent(undefined)} />
    </Panel>
  )
}

/** Invitations to found a team. */
const TeamInvitationsTab = () => (
  <>
    <SendTeamInvitation />
    <PendingInvitations
      title="Open team invitations"
      label="Loading team invitations"
      empty={<Text c="dimmed">No invitation to found a team is open.</Text>}
      query={oneQuery(listTeamInvitations)}
      row={({ team_name, logo, name, email, sent_at }) => ({
        name: team_name,
        picture: logo,
        detail: `${name ?? 'Erased person'}, ${email ?? 'no address'}, sent ${longDateTime(sent_at)}`,
      })}
      resend={(id) => callApi(resendTeamInvitation, { params: { id } })}
      cancel={(id) => callApi(withdrawTeamInvitation, { params: { id } })}
      sent={{ ...sentWords, text: 'The mail is on its way again.' }}
    />
  </>
)

export default TeamInvitationsTab
