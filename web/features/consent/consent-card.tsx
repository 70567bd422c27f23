import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ResponseOf } from '#schemas/endpoint.ts'
import { resources } from '#schemas/nouns.ts'
import type * as contracts from '#schemas/resources/oauth-authorization.ts'
import { giveConsent, refuseConsent } from '#schemas/resources/oauth-authorization.ts'
import type { Action } from '#schemas/rights/abilities.ts'
import { Failure } from '#web/components/query-state.tsx'
import styles from '#web/features/consent/consent-card.module.css'
import { callApi } from '#web/lib/api.ts'

const verbs: Record<Action, string> = { view: 'see', create: 'add', update: 'change', delete: 'delete' }
const order = Object.keys(verbs) as Action[]

const others: Record<string, string> = {
  'history.view': 'See who changed what',
  export: 'Export records',
  import: 'Import clients and sites',
  share: 'Make share links',
  'billing.view': 'See invoices and the plan',
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Scopes in words, a line for each noun: 'See clients', 'See, add and change sites'. */
export const scopeWords = (scopes: readonly { id: string; description: string }[]): string[] => {
  const ids = scopes.map(({ id }) => id)
  const ofNouns = resources.flatMap((resource) => {
    const allowed = order.filter((action) => ids.includes(`${resource}.${action}`))
    return allowed.length > 0 ? [sentence(`${listed(allowed.map((action) => verbs[action]))} ${resource}`)] : []
  })
  const ofOthers = scopes
    .filter(({ id }) => !resources.some((resource) => id.startsWith(`${resource}.`)))
    .map(({ id, description }) => others[id] ?? description)
  return [...ofNouns, ...ofOthers]
}

type Asked = ResponseOf<typeof contracts.askForConsent>
type Props = { asked: Asked; onAnswered: (redirect: string) => void }

/** Says whose app it is. The address comes first: anyone may call themselves what our own app is called. */
const madeBy = (owner: Asked['client']['owner']): string =>
  owner ? `It was registered by ${owner.email} (${owner.name}), not by us.` : 'It’s our own app.'

/** Asks the user whether an app may act for them: what it is, where it waits, what it may do, in which team. */
export const ConsentCard = ({ asked, onAnswered }: Props) => {
  const { request, client, team, teams, scopes } = asked
  const [teamId, setTeamId] = useState(team.id)
  const answered = useRef(false)
  const answer = useMutation({
    mutationFn: async (authorized: boolean) =>
      authorized
        ? (await callApi(giveConsent, { body: { request, team_id: teamId } })).data
        : (await callApi(refuseConsent, { body: { request } })).data,
    onSuccess: ({ redirect }) => onAnswered(redirect),
    onError: () => {
      answered.current = false
    },
  })
  const give = (authorized: boolean) => {
    // A second click may come before the buttons are drawn as disabled.
    if (answered.current) return
    answered.current = true
    answer.mutate(authorized)
  }
  // The browser is leaving the page.
  const busy = answer.isPending || answer.isSuccess
  return (
    <Stack gap="md">
      <Text>
        <strong>{client.name}</strong> wants to act for you. If you authorize it, you go on at{' '}
        <strong className={styles.host}>{client.redirect_host}</strong>.
      </Text>
      <Text className={styles.host}>{madeBy(client.owner)}</Text>
      {teams.length > 1 ? (
        <NativeSelect
          label="Team"
          value={teamId}
          onChange={(event) => setTeamId(teams.find(({ id }) => id === event.currentTarget.value)?.id ?? team.id)}
          data={teams.map(({ id, name }) => ({ value: id as string, label: name }))}
        />
      ) : (
        <Text>
          In the team <strong>{team.name}</strong>, it may, as far as you may yourself:
        </Text>
      )}
      {teams.length > 1 && <Text>There it may, as far as you may yourself:</Text>}
      <ul className={styles.scopes} aria-label="What the app may do">
        {scopeWords(scopes).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {answer.error && <Failure error={answer.error} />}
      <Group grow>
        <Button variant="default" disabled={busy} onClick={() => give(false)}>
          Cancel
        </Button>
        <Button disabled={busy} onClick={() => give(true)}>
          Authorize
        </Button>
      </Group>
    </Stack>
  )
}
