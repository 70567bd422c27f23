import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import express from 'express'
import { expect, test, vi } from 'vitest'
import { browserSessions } from '#api/installation/browser-sessions.ts'
import { MemorySessionStore } from '#tests/support/in-memory/sessions.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { listeningForTest } from '#tests/support/sockets.ts'

class FailingStore extends MemorySessionStore {
  override set(...[, , callback = () => {}]: Parameters<MemorySessionStore['set']>): void {
    setImmediate(callback, new Error('no store'))
  }
}

test('a session that cannot be stored as its answer ends is logged, and the connection is kept', async () => {
  const error = vi.fn()
  const app = express()
  app.use((request, _response, next) => {
    Object.assign(request, { log: { error }, id: 'a-request' })
    next()
  })
  app.use(browserSessions(new FailingStore(() => {}), { name: 'session', secret: 'a secret', secure: false }))
  app.use((request, response) => {
    request.session.userId = newUserId()
    response.send('done')
  })
  const port = await listeningForTest(createServer(app))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = async () => {
    const sent = request({ port, agent }).end()
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    return [await text(answer as IncomingMessage), sent.reusedSocket]
  }

  expect(await call()).toEqual(['done', false])
  expect(await call()).toEqual(['done', true])
  agent.destroy()
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(2))
})
