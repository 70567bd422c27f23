import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import type { OfferedAbility } from '#schemas/rights/token-abilities.ts'
import { proposedDays } from '#schemas/time/token-expiry.ts'
import { AbilityChoice } from '#web/components/ability-choice.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { LoadedRows } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { abilitiesQuery, tokensQuery } from '#web/features/api-tokens/tokens.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useTeam } from '#web/lib/session.ts'

const NewTokenDialog = lazy(retryingImport(() => import('#web/features/api-tokens/new-token-dialog.tsx')))

/** When a new token may expire, in days. */
const expiries = [
  { value: '30', label: 'After 30 days' },
  { value: String(proposedDays), label: `After ${proposedDays} days` },
  { value: '365', label: 'After a year' },
  { value: '', label: 'Never' },
]

const CreateTokenForm = ({ offered }: { offered: readonly OfferedAbility[] }) => {
  const queries = useQueryClient()
  const [created, setCreated] = useState<string>()
  const { form, ...state } = useEndpointForm({
    endpoint: createApiToken,
    initial: {
      name: '',
      expires_in_days: String(proposedDays),
      abilities: offered.filter((each) => each.default).map(({ value }) => value),
    },
    body: ({ expires_in_days: days, ...values }) => ({ ...values, expires_in_days: days === '' ? null : Number(days) }),
    onDone: async ({ token }) => {
      form.reset()
      setCreated(token)
      await queries.invalidateQueries({ queryKey: tokensQuery.queryKey })
    },
  })
  return (
    <>
      <EndpointForm {...state} action={['Create Token', 'Creating Token']} narrow>
        <TextInput
          label="Token name"
          description="For example: backup script"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NativeSelect label="Expires" data={expiries} {...form.getInputProps('expires_in_days')} />
        <AbilityChoice
          title="What the token may do"
          offered={offered}
          chosen={form.values.abilities}
          onChange={(abilities) => form.setFieldValue('abilities', abilities)}
          error={form.errors.abilities}
        />
      </EndpointForm>
      {created && (
        <DialogOutlet>
          <NewTokenDialog token={created} onClose={() => setCreated(undefined)} />
        </DialogOutlet>
      )}
    </>
  )
}

/** Creates a token for scripts and the command line. */
export const CreateTokenPanel = () => {
  const team = useTeam()
  const offered = useQuery(abilitiesQuery)
  return (
    <Panel title="Create API token">
      {team ? (
        <Text size="md">{`The token works in ${team.name} only. It can do what you choose here, and never more than you can.`}</Text>
      ) : (
        <Text size="md">A token works in a team. Create a team first.</Text>
      )}
      <LoadedRows query={offered} label="Loading abilities">
        {(abilities) => team && <CreateTokenForm offered={abilities} />}
      </LoadedRows>
    </Panel>
  )
}
