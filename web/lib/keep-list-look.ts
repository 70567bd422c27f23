import type { QueryClient } from '@tanstack/react-query'
import type { ListLook } from '#schemas/details/list-look.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { chooseListLook } from '#web/lib/calls/list-looks.ts'
import { userQuery } from '#web/lib/session.ts'

/** Milliseconds without another width before the last one is sent: a drawn edge has another one at every move. */
const pause = 400

/** What is shown of each kind, and not sent yet. */
const waiting = new Map<ListLook['kind'], ReturnType<typeof setTimeout>>()
let sending: Promise<unknown> = Promise.resolve()

const show = (queries: QueryClient, look: ListLook) =>
  queries.setQueryData(userQuery.queryKey, (user) => {
    if (!user) return user
    return { ...user, list_looks: [...user.list_looks.filter(({ kind }) => kind !== look.kind), look] }
  })

/** One after the other, so that the last choice is the one that is kept. */
const send = (queries: QueryClient, look: ListLook): void => {
  waiting.delete(look.kind)
  sending = sending
    .then(() => callApi(chooseListLook, { body: look }))
    // The user may have been asked for meanwhile, and been answered as they were before.
    .then(() => waiting.has(look.kind) || show(queries, look))
    .catch((error) => announce(messageOf(error), 'failure'))
}

/** Keeps with the account how the user sees lists of a kind, and shows it at once; `isDrawn` if it still changes. */
export const keepListLook = (queries: QueryClient, look: ListLook, isDrawn: boolean): void => {
  show(queries, look)
  clearTimeout(waiting.get(look.kind))
  if (isDrawn) waiting.set(look.kind, setTimeout(send, pause, queries, look))
  else send(queries, look)
}
