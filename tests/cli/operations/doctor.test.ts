import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { expectNoStream, logIn, openFile } from '#api/event-store/embedded/stored-log.ts'
import { skippedEventsStream } from '#api/event-store/streams.ts'
import { checkEvents } from '#cli/operations/doctor/data-folder.ts'
import { checkScanner } from '#cli/operations/doctor/services.ts'
import { freePort } from '#cli/operations/redis.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

it('doctor says of a scanner that does not answer that nothing can be uploaded', async () => {
  const [finding] = await checkScanner(readEnv({ SCANNER_URL: `clamd://127.0.0.1:${await freePort()}` }))

  expect(finding).toMatchObject({ state: 'wrong', words: 'SCANNER_URL does not answer: nothing can be uploaded.' })
  expect(await checkScanner(readEnv({}))).toEqual([])
})

it('[D-105] doctor goes on naming an event that was skipped', async () => {
  const folder = temporaryFolder()
  const { db, close } = openFile(join(folder, 'events.sqlite'))
  const torn = { eventId: randomUUID(), type: 'ClientAdded', stream: 'client-1', position: '7' }
  const data = Buffer.from(JSON.stringify({ ...torn, readModels: ['facilities'] }))
  const event = { id: randomUUID(), type: 'EventSkipped', json: true, data, metadata: Buffer.from('{}') }
  logIn(db, () => {}).append(skippedEventsStream, expectNoStream, [event])
  close()

  const findings = checkEvents(readEnv({ DATA_DIR: folder }))

  expect(findings.map(({ state }) => state)).toEqual(['fine', 'odd'])
  expect(findings[1]?.words).toMatch(`ClientAdded ${torn.eventId} in client-1, position 7, was skipped: `)
})
