import { afterAll, expect, it, vi } from 'vitest'
import { listClients } from '#schemas/resources/clients.ts'
import { register } from '#schemas/resources/registration.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import type { Caller } from '#tests/support/caller.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { newInstallation, type Part, type Product, parts, startProduct } from '#tests/support/product.ts'
import { password, registration } from '#tests/support/teams.ts'

const POLL = { timeout: 120_000, interval: 50 }

const place = await newInstallation()
const owner = registration()
let product: Product

afterAll(async () => {
  await product.stop()
  await place.remove()
})

/** People who add clients one after the other, each again with the same key until it is acknowledged. */
const startWriting = (writers: number) => {
  const acknowledged: string[] = []
  const caller = product.guest()
  let signingIn: Promise<unknown> | undefined
  let over = false

  /** Redis holds the sessions: when it was lost, one of the writers signs all of them in again. */
  const signInAgain = async (): Promise<void> => {
    signingIn ??= caller.call(signIn, { body: { email: owner.email, password } })
    await signingIn.finally(() => {
      signingIn = undefined
    })
  }
  const write = async (name: string): Promise<void> => {
    const headers = { 'idempotency-key': newCommandId() }
    const attempt = async (): Promise<void> => {
      if (over) return
      const { status } = await caller.request('POST', '/api/client', { json: { name }, headers })
      if (status === 401) await signInAgain()
      expect(status).toBe(201)
      acknowledged.push(name)
    }
    await vi.waitFor(attempt, POLL)
  }
  const writer = async (number: number): Promise<void> => {
    for (let count = 1; !over; count += 1) await write(`Client ${number}-${count}`)
  }
  const finished = Promise.all(Array.from({ length: writers }, (_, number) => writer(number)))
  return {
    acknowledged,
    /** Resolves when so many more are acknowledged: what was killed is at work again. */
    more: (count: number): Promise<void> => {
      const target = acknowledged.length + count
      return vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(target), POLL)
    },
    stop: async () => {
      over = true
      await finished
    },
  }
}

const allNames = async (reader: Caller, cursor?: string): Promise<string[]> => {
  const { body, headers } = await reader.call(listClients, { query: cursor ? { cursor } : {} })
  const next = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1]
  const names = body.map(({ name }) => name)
  return next ? [...names, ...(await allNames(reader, next))] : names
}

const kill = (pid: number | undefined): void => {
  if (pid === undefined) throw new Error('It does not run')
  process.kill(pid, 'SIGKILL')
}

const killPart = async (part: Part): Promise<void> => {
  const before = product.pidOf(part)
  kill(before)
  await vi.waitFor(() => expect([undefined, before]).not.toContain(product.pidOf(part)), POLL)
}

it('keeps every acknowledged write, and none twice, whatever is killed under it', async () => {
  product = await startProduct(place)
  await product.guest().call(register, { body: owner })
  const writing = startWriting(12)
  await writing.more(50)

  for (const part of parts) {
    await killPart(part)
    await writing.more(50)
  }
  for (const victims of [[], parts]) {
    const pids = [product.pid, ...victims.map((part) => product.pidOf(part))]
    for (const pid of pids) kill(pid)
    await product.ended
    product = await startProduct(place)
    await writing.more(50)
  }
  await writing.stop()

  const reader = product.guest()
  await reader.call(signIn, { body: { email: owner.email, password } })
  const names = await allNames(reader)
  expect(names).toHaveLength(new Set(names).size)
  expect(names).toEqual(expect.arrayContaining(writing.acknowledged))
})
