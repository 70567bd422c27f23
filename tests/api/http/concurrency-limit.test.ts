import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { describe, expect, test } from 'vitest'
import { limitConcurrency } from '#api/http/concurrency-limit.ts'
import type { HttpProblem } from '#api/http/problem.ts'

const from = (ip: string, userId?: string) => ({ ip, session: { userId } }) as unknown as Request

/** A route that two may use at once; every call of it ends when it is told to. */
const given = () => {
  const working: PromiseWithResolvers<void>[] = []
  const handle = limitConcurrency(2, () => {
    const work = Promise.withResolvers<void>()
    working.push(work)
    return work.promise
  })
  const call = (request: Request) => {
    const response = new EventEmitter()
    const outcome = handle(request, response as Response).then(
      () => 'done',
      (problem: HttpProblem) => problem.status,
    )
    return { outcome, close: () => response.emit('close') }
  }
  return { call, working }
}

describe('concurrent requests of one caller', () => {
  test('is bounded for each user, and for each machine of guests', async () => {
    const { call, working } = given()
    for (const caller of [from('192.0.2.1'), from('192.0.2.2'), from('192.0.2.1', 'ann'), from('192.0.2.1', 'bob')]) {
      call(caller)
      call(caller)
      expect(await call(caller).outcome).toBe(429)
    }
    expect(await call(from('192.0.2.9', 'ann')).outcome).toBe(429)
    expect(working).toHaveLength(8)
  })

  test('is free again once the work is done and the answer closed, whichever is last', async () => {
    const { call, working } = given()
    const ann = from('192.0.2.1', 'ann')
    const goneAway = call(ann)
    const answered = call(ann)

    goneAway.close()
    working[1]?.resolve()
    expect(await answered.outcome).toBe('done')
    expect(await call(ann).outcome).toBe(429)

    answered.close()
    call(ann)
    expect(working).toHaveLength(3)
    working[0]?.reject(new Error('It failed'))
    await goneAway.outcome
    call(ann)
    expect(working).toHaveLength(4)
    expect(await call(ann).outcome).toBe(429)
  })
})
