import type { QueryClient } from '@tanstack/react-query'
import type { ListLook } from '#schemas/details/list-look.ts'
import { chooseListLook } from '#schemas/resources/list-looks.ts'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { userQuery } from '#web/lib/session.ts'

/** Milliseconds without another width before the last one is sent: a drawn edge has another one at every move. */
const pause = 400

/** The looks that are shown and not sent yet, by kind. */
const waiting = new Map<ListLook['kind'], { look: ListLook; timer: ReturnType<typeof setTimeout> }>()
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
    .catch(announceFailure)
}

/** A page that is left sends what waits at once, by calls that outlive it. */
const sendWaiting = (): void => {
  for (const { look, timer } of waiting.values()) {
    clearTimeout(timer)
    // Nobody is there any more to be told of a failure.
    void callApi(chooseListLook, { body: look }, { outlivesPage: true }).catch(() => undefined)
  }
  waiting.clear()
}

/** Keeps with the account how the user sees lists of a kind, and shows it at once; `isDrawn` if it still changes. */
export const keepListLook = (queries: QueryClient, look: ListLook, isDrawn: boolean): void => {
  show(queries, look)
  clearTimeout(waiting.get(look.kind)?.timer)
  if (!isDrawn) {
    send(queries, look)
    return
  }
  waiting.set(look.kind, { look, timer: setTimeout(send, pause, queries, look) })
  window.addEventListener('pagehide', sendWaiting)
}
