import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { noKeys } from '#api/event-store/sealing.ts'
import { textStream } from '#api/event-store/streams.ts'
import { openThreadLedger } from '#api/read-side/thread-ledger.ts'
import { type ProjectionGroup, projectionGroups } from '#projections/registry.ts'
import { ContentHash } from '#schemas/ids.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newFileId, newTeamId } from '#tests/support/new-ids.ts'
import { recordEvent } from '#tests/support/record-event.ts'

test('a text that cannot be read keeps only those waiting who read texts', async () => {
  const eventStore = await startEventStore()
  const log = connectEventStore(eventStore.url)
  onTestFinished(async () => {
    await log.close()
    await eventStore.stop()
  })
  const folder = temporaryFolder()
  const teamId = newTeamId()
  const hash = ContentHash.parse(createHash('sha256').update('text').digest('hex'))
  // A folder in its place is an error of reading, and no content that was purged.
  mkdirSync(join(folder, 'content', teamId, hash.slice(0, 2), hash), { recursive: true })
  const subject = { resource: 'files', id: newFileId() } as const
  await recordEvent({ ledger: openLedger(log, noKeys) }, textStream(subject), {
    type: 'TextExtracted',
    data: { subject, teamId, of: hash, content: { hash, size: 4 } },
  })

  const outcomeFor = async (group: ProjectionGroup): Promise<string> => {
    const setup = {
      eventStoreUrl: eventStore.url,
      folder,
      contentUrl: pathToFileURL(join(folder, 'content')).href,
      keysUrl: pathToFileURL(join(folder, 'keys.sqlite')).href,
      masterKey: Buffer.alloc(32),
    }
    const { ledger, close } = await openThreadLedger(setup, projectionGroups[group])
    const { promise, resolve } = Promise.withResolvers<string>()
    const subscription = ledger.subscribe(null, {
      advance: (_, event) => event?.type === 'TextExtracted' && resolve('went on'),
      caughtUp: () => {},
      ended: () => resolve('ended'),
    })
    return promise.finally(() => subscription.close().then(close))
  }

  expect([await outcomeFor('lists'), await outcomeFor('others')]).toEqual(['went on', 'ended'])
})
