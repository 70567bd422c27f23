import { onTestFinished } from 'vitest'
import type { LiveChange } from '#schemas/resources/live.ts'
import type { TestApp } from './app.ts'
import type { Caller } from './caller.ts'

type Message = { id?: string; event?: string; data?: LiveChange }

/**
 * A live stream as in a browser: `next` waits for the next message with data, `lastId` is the position to resume from.
 * It is left when the test ends. `query` is that of the first request; with a `token` the cookie is not sent.
 */
export const listen = async (
  app: Pick<TestApp, 'url'>,
  who: Pick<Caller, 'cookie'>,
  lastEventId?: string,
  { query = '', token }: { query?: string; token?: string } = {},
) => {
  const leave = new AbortController()
  onTestFinished(() => leave.abort())
  const answer = await fetch(`${app.url}/api/stream${query}`, {
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : { cookie: who.cookie() ?? '' }),
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
    signal: leave.signal,
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let lastId: string | undefined
  const message = async (): Promise<Message> => {
    while (!text.includes('\n\n')) {
      const part = await reader?.read()
      if (!part || part.done) throw new Error('The stream ended')
      text += part.value
    }
    const end = text.indexOf('\n\n')
    const lines = text.slice(0, end).split('\n')
    text = text.slice(end + 2)
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const id = field('id')
    const event = field('event')
    const data = field('data')
    lastId = id ?? lastId
    return { ...(id ? { id } : {}), ...(event ? { event } : {}), ...(data ? { data: JSON.parse(data) } : {}) }
  }
  const next = async (): Promise<Message> => {
    let found = await message()
    while (!found.data) found = await message()
    return found
  }
  /** Reads until the stream has sent its start position. */
  const started = async () => {
    while (lastId === undefined) await message()
  }
  return { answer, next, started, lastId: () => lastId, leave: () => leave.abort() }
}
