import { Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createPersonalToken } from '#schemas/resources/personal-tokens.ts'
import type { NamedScope, OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { AbilityChoice } from '#web/components/ability-choice.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useEndpointForm } from '#web/components/endpoint-form.tsx'
import { ShownOnce } from '#web/components/shown-once.tsx'
import { DialogForm } from '#web/features/oauth/dialog-form.tsx'
import { personalTokensQuery, scopesQuery } from '#web/features/oauth/oauth.ts'
import { useWhoops } from '#web/features/oauth/use-whoops.ts'
import { useTeam } from '#web/lib/session.ts'

const offeredOf = (scopes: readonly NamedScope[]) =>
  scopes.map(({ id, description }) => ({ name: description, value: id }))

type FormProps = { onCreated: (text: string) => void; onClose: () => void }

/** A name and the scopes that the token shall have. */
const CreateForm = ({ onCreated, onClose }: FormProps) => {
  const queries = useQueryClient()
  const team = useTeam()
  const { data: scopes = [] } = useQuery(scopesQuery)
  const whoops = useWhoops()
  const { form, submit, busy } = useEndpointForm({
    endpoint: createPersonalToken,
    initial: { name: '', scopes: [] as OAuthScope[] },
    body: (values) => values,
    onProblem: whoops.onProblem,
    onDone: async ({ accessToken }) => {
      onCreated(accessToken)
      await queries.invalidateQueries({ queryKey: personalTokensQuery.queryKey })
    },
  })
  return (
    <DialogForm submit={submit} busy={busy} messages={whoops.messages} action="Create" onClose={onClose}>
      {team && <Text size="md">{`The token works in the team ${team.name}, for a year.`}</Text>}
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      {scopes.length > 0 && (
        <AbilityChoice
          title="Scopes"
          offered={offeredOf(scopes)}
          chosen={form.values.scopes}
          onChange={(chosen) => form.setFieldValue('scopes', chosen)}
        />
      )}
    </DialogForm>
  )
}

/** Creates a personal access token and shows its text this once. */
const PersonalTokenDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [text, setText] = useState<string>()
  return (
    <Dialog
      title={text === undefined ? 'Create Token' : 'Personal Access Token'}
      opened={opened}
      onClose={onClose}
      size="lg"
      steady={text !== undefined}
    >
      {text === undefined ? (
        <CreateForm onCreated={setText} onClose={onClose} />
      ) : (
        <ShownOnce
          words="Here is your new personal access token. This is the only time it will be shown so don't lose it!"
          secret={text}
          what="token"
          answers={['Copy Token', 'Close']}
          onLeave={onClose}
        />
      )}
    </Dialog>
  )
}

export default PersonalTokenDialog
