import { Badge, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endAllSessions, endOneSession, listSessions, type Session } from '#schemas/resources/sessions.ts'
import { LoadedRows } from '#web/components/loaded.tsx'
import { RevokeTokensField } from '#web/components/new-password-fields.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'

const query = oneQuery(listSessions)

const SessionRow = ({ session, onEnd, busy }: { session: Session; onEnd: () => void; busy: boolean }) => (
  <Row
    name={session.device}
    badge={
      session.current && (
        <Badge variant="light" size="sm" tt="none">
          This browser
        </Badge>
      )
    }
    detail={`Signed in ${longDateTime(session.started_at)}, last seen ${longDateTime(session.last_seen_at)}`}
    actions={() =>
      !session.current && (
        <Button variant="default" size="xs" disabled={busy} onClick={onEnd} aria-label={`Sign out ${session.device}`}>
          Sign out
        </Button>
      )
    }
  />
)

/** The user's sessions, and buttons that end one or all of them. */
export const SessionsPanel = ({ onSignedOut }: { onSignedOut: () => unknown }) => {
  const queries = useQueryClient()
  const sessions = useQuery({ ...query, staleTime: 0 })
  const onError = (error: Error) => announceFailure(error)
  const one = useMutation({
    mutationFn: (id: string) => callApi(endOneSession, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
    onError,
  })
  const form = useForm({ initialValues: { revoke_tokens: false } })
  const all = useMutation({
    mutationFn: () => callApi(endAllSessions, { body: form.values }),
    onSuccess: onSignedOut,
    onError,
  })
  return (
    <Panel title="Where you are signed in">
      <LoadedRows query={sessions} label="Loading sessions">
        {(rows) => (
          <Rows label="Sessions">
            {rows.map((each) => (
              <SessionRow key={each.id} session={each} busy={one.isPending} onEnd={() => one.mutate(each.id)} />
            ))}
          </Rows>
        )}
      </LoadedRows>
      <RevokeTokensField form={form} />
      <Button variant="default" style={{ justifySelf: 'start' }} disabled={all.isPending} onClick={() => all.mutate()}>
        Sign out everywhere
      </Button>
    </Panel>
  )
}
