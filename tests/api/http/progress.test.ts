import { createServer } from 'node:http'
import express from 'express'
import { expect, test, vi } from 'vitest'
import { withProgress } from '#api/http/progress.ts'
import { listeningForTest } from '#tests/support/sockets.ts'

/** Work of two steps that ends when it is told to; `address` answers it. */
const serving = async (end: Promise<string>) => {
  const done = vi.fn()
  const failed = vi.fn()
  const app = express().get('/', async (request, response) => {
    const run = async (step: () => void) => {
      step()
      const body = await end
      step()
      done()
      return { body: { said: body }, position: '7' }
    }
    const answer = await withProgress(Object.assign(request, { log: { error: failed } }), { total: 2, run })
    if (answer.kind === 'stream') await answer.open(request, response)
    if (answer.kind === 'resource') response.json({ ...answer.show(), position: answer.position })
  })
  return { address: `http://127.0.0.1:${await listeningForTest(createServer(app))}`, done, failed }
}

const asLines = { headers: { accept: 'application/x-ndjson' } }
const linesIn = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('work tells how far it has come while it goes on, and at last what it has come to', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { address } = await serving(promise)

  const answer = await fetch(address, asLines)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  resolve('all')
  let rest = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value

  expect(linesIn(first?.value ?? '')[0]).toEqual({ progress: { done: 1, total: 2 } })
  expect(linesIn(rest).slice(-2)).toEqual([
    { progress: { done: 2, total: 2 } },
    { outcome: { said: 'all' }, position: '7' },
  ])
})

test('whoever wants JSON gets the outcome alone', async () => {
  const { address } = await serving(Promise.resolve('all'))

  expect(await (await fetch(address)).json()).toEqual({ said: 'all', position: '7' })
})

test('work goes on when nobody listens any more', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { address, done } = await serving(promise)
  const listening = new AbortController()

  const answer = await fetch(address, { ...asLines, signal: listening.signal })
  listening.abort()
  await expect(answer.text()).rejects.toThrow()
  resolve('all')

  await expect.poll(() => done.mock.calls.length).toBe(1)
})

test('work that fails says so in its last line', async () => {
  const { promise, reject } = Promise.withResolvers<string>()
  const { address, failed } = await serving(promise)

  const answer = await fetch(address, asLines)
  reject(new Error('The disk is full'))
  const lines = linesIn(await answer.text())

  expect(lines.at(-1)).toEqual({ error: { message: 'Server Error' } })
  expect(failed).toHaveBeenCalledOnce()
})
