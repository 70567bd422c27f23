import { signIn } from '#schemas/resources/sessions.ts'
import type { Caller } from '#tests/support/caller.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { password } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'

/** People who add clients one after the other, each again with the same key until it is acknowledged. */
export type Writers = {
  acknowledged: readonly string[]
  /** Tries that failed, and the longest time in milliseconds that one client took with all its tries. */
  told: () => { failedTries: number; longest: number }
  /** Resolves when so many more are acknowledged: what was killed is at work again. */
  more: (count: number) => Promise<void>
  /** Resolves when every client that was begun is acknowledged. */
  stop: () => Promise<void>
}

export const startWriters = (caller: Caller, email: string, howMany: number): Writers => {
  const acknowledged: string[] = []
  let failedTries = 0
  let longest = 0
  let isOver = false
  let signingIn: Promise<unknown> | undefined

  /** Redis holds the sessions: when it was lost, one of the writers signs all of them in again. */
  const signInAgain = async (): Promise<void> => {
    signingIn ??= caller.call(signIn, { body: { email, password } })
    await signingIn.finally(() => {
      signingIn = undefined
    })
  }
  const write = async (name: string): Promise<void> => {
    const headers = { 'idempotency-key': newCommandId() }
    const begun = performance.now()
    const attempt = async (): Promise<void> => {
      failedTries += 1
      const { status } = await caller.request('POST', '/api/client', { json: { name }, headers })
      if (status === 401) await signInAgain()
      if (status !== 201) throw new Error(`${name} was answered ${status}`)
      failedTries -= 1
    }
    await until(attempt)
    longest = Math.max(longest, performance.now() - begun)
    acknowledged.push(name)
  }
  const writer = async (number: number): Promise<void> => {
    for (let count = 1; !isOver; count += 1) await write(`Client ${number}-${count}`)
  }
  const finished = Promise.all(Array.from({ length: howMany }, (_, number) => writer(number)))
  // Whoever waits for more is told at once when a writer gives up.
  finished.catch(() => {})
  const reached = (target: number) => () => {
    if (acknowledged.length < target) throw new Error(`${acknowledged.length} of ${target} writes are acknowledged`)
  }
  return {
    acknowledged,
    told: () => ({ failedTries, longest: Math.round(longest) }),
    more: (count) => {
      const enough = until(reached(acknowledged.length + count))
      return Promise.race([enough, finished.then(() => enough)])
    },
    stop: async () => {
      isOver = true
      await finished
    },
  }
}
