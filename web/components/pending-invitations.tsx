import { Button } from '@mantine/core'
import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { LoadedRows } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { announceFailure } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const SentDialog = lazy(retryingImport(() => import('#web/components/sent-dialog.tsx')))
const SorryDialog = lazy(retryingImport(() => import('#web/components/sorry-dialog.tsx')))

/** How the dialog says that an invitation was sent. */
export type SentWords = { title: string; heading: string }

/** Says that an invitation was sent, once there is something to say. */
export const SentNote = ({ text, ...words }: SentWords & { text: string | undefined; onClose: () => void }) =>
  text && (
    <DialogOutlet>
      <SentDialog {...words} text={text} />
    </DialogOutlet>
  )

type Props<Invitation> = {
  title: string
  /** The subject that the spinner waits for. */
  label: string
  empty: ReactNode
  query: UseQueryOptions<Invitation[], Error, Invitation[], readonly unknown[]>
  row: (invitation: Invitation) => Pick<ComponentProps<typeof Row>, 'name' | 'picture' | 'detail'>
  resend: (id: string) => Promise<unknown>
  cancel: (id: string) => Promise<unknown>
  sent: SentWords & { text: string }
}

/** Invitations that nobody has answered, which can be resent or cancelled. */
export const PendingInvitations = <Invitation extends { id: string }>(props: Props<Invitation>) => {
  const { title, label, empty, query, row, sent } = props
  const queries = useQueryClient()
  const invitations = useQuery({ ...query, staleTime: 0 })
  const onSettled = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const cancel = useMutation({
    mutationFn: props.cancel,
    onError: announceFailure,
    onSettled,
  })
  const resend = useMutation({ mutationFn: props.resend, onSettled })
  const button = (about: string, words: string, { isPending, mutate }: typeof cancel, id: string) => (
    <Button variant="default" size="xs" aria-describedby={about} disabled={isPending} onClick={() => mutate(id)}>
      {words}
    </Button>
  )
  return (
    <Panel title={title}>
      <LoadedRows query={invitations} label={label} empty={empty}>
        {(rows) => (
          <Rows label={title}>
            {rows.map((invitation) => (
              <Row
                key={invitation.id}
                {...row(invitation)}
                actions={(about) => (
                  <>
                    {button(about, 'Resend', resend, invitation.id)}
                    {button(about, 'Cancel', cancel, invitation.id)}
                  </>
                )}
              />
            ))}
          </Rows>
        )}
      </LoadedRows>
      <DialogOutlet>
        {resend.isSuccess && <SentDialog {...sent} onClose={resend.reset} />}
        {resend.isError && <SorryDialog message={messageOf(resend.error)} onClose={resend.reset} />}
      </DialogOutlet>
    </Panel>
  )
}
