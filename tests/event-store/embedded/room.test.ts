import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { roomOn } from '#api/event-store/embedded/room.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { EventStoreFull } from '#api/event-store/port.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newCommandId } from '#tests/support/new-ids.ts'

describe('the room on the disk', () => {
  test('is asked for each time, and said when it ends and when it is back', () => {
    const said: string[] = []
    let free = 100
    const hasRoom = roomOn(
      '/data/events.sqlite',
      100,
      (line) => said.push(line),
      () => free,
    )

    const answers = [100, 99, 0, 101].map((bytes) => {
      free = bytes
      return hasRoom()
    })

    expect(answers).toEqual([true, false, false, true])
    expect(said).toEqual(['writes nothing while less than 100 bytes are free for /data/events.sqlite', 'writes again'])
  })

  test.skipIf(process.env.EVENTSTORE_URL)(
    'keeps its reserve: appends are refused at once, and reads go on',
    async () => {
      const args = ['--file', join(temporaryFolder(), 'events.sqlite')]
      const metadata = { ...contextOf(null, null), version: 1 }
      const append = async (...more: string[]) => {
        const store = await startEventStore([...args, ...more])
        const log = connectEventStore(store.url)
        const event = { id: newCommandId(), type: 'ClientAdded', data: {}, metadata }
        const outcome = await log.append(`client-${event.id}`, 'no-stream', [event]).catch((error: Error) => error)
        const position = (await log.newest())?.position
        await log.close()
        await store.stop()
        return { outcome, position }
      }

      const before = await append()
      const refused = await append('--reserve', String(2 ** 60))

      expect(refused.outcome).toBeInstanceOf(EventStoreFull)
      expect(refused.position).toBe(before.outcome)
      expect((await append()).outcome).toEqual(expect.any(String))
    },
  )
})
