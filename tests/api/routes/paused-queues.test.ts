import { expect, test } from 'vitest'
import { queueStream } from '#api/event-store/streams.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listQueues, pauseQueue, resumeQueue } from '#schemas/resources/queues.ts'
import { startApp } from '#tests/support/app.ts'
import { newTeam } from '#tests/support/teams.ts'

const params = { queue: 'send-mail' }

test('[D-106] a queue is paused and resumed once however often it is asked for, and the history says by whom', async () => {
  const app = await startApp({ env: { operatorEmails: ['olga@example.com'] } })
  const operator = await newTeam(app, { email: 'olga@example.com' })
  const paused = async () => {
    const { body } = await operator.call(listQueues)
    return body.filter((queue) => queue.paused).map(({ name }) => name)
  }

  await operator.call(pauseQueue, { params })
  await operator.call(pauseQueue, { params })
  expect(await paused()).toEqual(['send-mail'])
  await operator.call(resumeQueue, { params })
  const { body } = await operator.call(resumeQueue, { params })
  expect([body.paused, await paused()]).toEqual([false, []])

  expect((await app.ledger.read(queueStream('send-mail'))).map(({ type, data }) => [type, data])).toEqual([
    ['QueuePaused', { queue: 'send-mail' }],
    ['QueueResumed', { queue: 'send-mail' }],
  ])
  const history = await operator.ask(listHistory, { query: { resource: 'platform' } })
  expect(history.map(({ summary, actor, id }) => [summary, actor?.id, id])).toEqual([
    ['Let the queue send-mail go on', operator.userId, 'send-mail'],
    ['Paused the queue send-mail', operator.userId, 'send-mail'],
  ])
  await app.close()
})
