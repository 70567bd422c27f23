import { BACKWARDS, END, type Position, START } from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, allOf, failure, isOf, noted, numbersOf, test } from './contract.ts'

const at = (position: Position | undefined): Position => {
  if (!position) throw new Error('an append answers a position')
  return position
}

describe('reading $all', () => {
  test('forwards includes the position that it starts from', async ({ client, stream }) => {
    const first = at((await client.appendToStream(stream, noted(1))).position)
    await client.appendToStream(`${stream}-other`, noted(2))
    await client.appendToStream(stream, noted(3))

    const events = await allOf(stream, client.readAll({ fromPosition: first }))

    expect(numbersOf(events)).toEqual([1, 2, 3])
    expect(events.map(({ event }) => event?.streamId)).toEqual([stream, `${stream}-other`, stream])
    const [atFirst] = await all(client.readAll({ fromPosition: first, maxCount: 1 }))
    expect(atFirst?.event?.position).toEqual(first)
    expect(events[0]?.commitPosition).toBe(first.commit)
    expect(events[0]?.event?.position).toEqual(first)
  })

  test('backwards excludes the position that it starts from', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))
    const third = at((await client.appendToStream(stream, noted(3))).position)

    const events = await allOf(stream, client.readAll({ direction: BACKWARDS, fromPosition: third, maxCount: 20_000 }))

    expect(numbersOf(events)).toEqual([2, 1])
  })

  test('from inside an event is refused, both ways, and so is a subscription', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    const { commit } = at((await client.appendToStream(stream, noted(2))).position)
    await client.appendToStream(stream, noted(3))
    const fromPosition = { commit: commit + 1n, prepare: commit + 1n }

    expect(await failure(all(client.readAll({ fromPosition })))).toMatchObject({ code: 2 })
    expect(await failure(all(client.readAll({ fromPosition, direction: BACKWARDS })))).toMatchObject({ code: 2 })
    const subscription = client.subscribeToAll({ fromPosition })
    const error = await new Promise((resolve) => subscription.on('error', resolve))
    expect(error).toMatchObject({ code: 3 })
  })

  test('from beyond the end yields nothing forwards, and is refused backwards', async ({ client, stream }) => {
    const { commit } = at((await client.appendToStream(stream, noted(1))).position)
    const fromPosition = { commit: commit + 1_000_000_000n, prepare: commit + 1_000_000_000n }

    expect(await all(client.readAll({ fromPosition }))).toEqual([])
    expect(await failure(all(client.readAll({ fromPosition, direction: BACKWARDS })))).toMatchObject({ code: 2 })
  })

  test('backwards from the start yields nothing', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))

    expect(await all(client.readAll({ direction: BACKWARDS, fromPosition: START }))).toEqual([])
  })

  test('backwards from the end begins with the newest event', async ({ client, stream }) => {
    const position = at((await client.appendToStream(stream, noted(1))).position)

    const events = await all(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 20_000 }))

    expect(events.find(isOf(stream))?.event?.position).toEqual(position)
    expect(events[0]?.event?.position.commit).toBeGreaterThanOrEqual(position.commit)
  })

  test('from the start to the end yields increasing positions, with gaps', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2, 3))

    const positions: bigint[] = []
    for await (const { event } of client.readAll({ fromPosition: START }))
      if (event) positions.push(event.position.commit)

    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(new Set(positions).size).toBe(positions.length)
    expect((positions.at(-1) ?? 0n) - (positions[0] ?? 0n)).toBeGreaterThan(BigInt(positions.length))
  })

  test('backwards from the largest possible position begins with the newest event', async ({ client, stream }) => {
    const position = at((await client.appendToStream(stream, noted(1))).position)
    const largest = 18_446_744_073_709_551_615n

    const fromPosition = { commit: largest, prepare: largest }
    const [newest] = await all(client.readAll({ direction: BACKWARDS, fromPosition, maxCount: 1 }))

    expect(newest?.event?.position.commit).toBeGreaterThanOrEqual(position.commit)
  })

  test('forwards from the end yields nothing', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))

    expect(await all(client.readAll({ fromPosition: END }))).toEqual([])
  })

  test('yields the events of one append together, even among many writers', async ({ client, stream }) => {
    const start = at((await client.appendToStream(stream, noted(0))).position)
    const writers = Array.from({ length: 16 }, (_, n) => client.appendToStream(`${stream}-${n}`, noted(1, 2, 3)))
    await Promise.all(writers)

    const events = await allOf(`${stream}-`, client.readAll({ fromPosition: start }))

    expect(events).toHaveLength(48)
    for (let n = 0; n < 48; n += 3) {
      const [first, second, third] = events.slice(n, n + 3).map(({ event }) => event?.streamId)
      expect([second, third]).toEqual([first, first])
    }
  })
})
