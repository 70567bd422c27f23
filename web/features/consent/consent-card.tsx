import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ResponseOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/oauth-authorization.ts'
import { giveConsent, refuseConsent } from '#schemas/resources/oauth-authorization.ts'
import { Failure } from '#web/components/failure.tsx'
import styles from '#web/features/consent/consent-card.module.css'
import { scopeWords } from '#web/features/consent/scope-words.ts'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'

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
      {answer.error && <Failure message={messageOf(answer.error)} />}
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
