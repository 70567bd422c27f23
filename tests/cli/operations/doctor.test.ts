import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { readEnv } from '#api/env/env.ts'
import { expectNoStream, logIn, openFile } from '#api/event-store/embedded/stored-log.ts'
import { skippedEventsStream } from '#api/event-store/streams.ts'
import { checkContent } from '#cli/operations/doctor/content.ts'
import { checkEvents } from '#cli/operations/doctor/data-folder.ts'
import { checkNotary } from '#cli/operations/doctor/notary.ts'
import { checkScanner } from '#cli/operations/doctor/services.ts'
import { freePort } from '#cli/operations/redis.ts'
import { applyEvent } from '#projections/engine/projection.ts'
import { openForWriting } from '#projections/engine/read-db.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newClientId, newSiteId } from '#tests/support/new-ids.ts'
import { listeningForTest } from '#tests/support/sockets.ts'

it('doctor says of a scanner that does not answer that nothing can be uploaded', async () => {
  const [finding] = await checkScanner(readEnv({ SCANNER_URL: `clamd://127.0.0.1:${await freePort()}` }))

  expect(finding).toMatchObject({ state: 'wrong', words: 'SCANNER_URL does not answer: nothing can be uploaded.' })
  expect(await checkScanner(readEnv({}))).toEqual([])
})

it('doctor says which place no checkpoint reaches, and which authority vouches for no time', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'taken'), '')
  const away = `http://127.0.0.1:${await freePort()}`
  const there = `http://127.0.0.1:${await listeningForTest(createServer((_, response) => response.writeHead(405).end()))}`
  const places = [there, away, `file:${folder}/log`, `file:${folder}/taken/log`, 'mailto:a@b.test'].join()
  const findings = await checkNotary(readEnv({ DATA_DIR: folder, TIMESTAMP_URL: there, NOTARY_PUBLISH: places }))

  expect(findings.map(({ state, words }) => `${state} ${words}`)).toEqual([
    expect.stringMatching(/^wrong TIMESTAMP_URL vouches for no time \(.* gave no timestamp: 405\)\.$/),
    `fine Checkpoints reach ${there}.`,
    expect.stringContaining(`wrong No checkpoint reaches ${away} of NOTARY_PUBLISH (`),
    `fine Checkpoints reach file:${folder}/log.`,
    expect.stringContaining(`wrong No checkpoint reaches file:${folder}/taken/log of NOTARY_PUBLISH (`),
  ])
})

it('doctor says how many of the newest files have no content, and of none at all that it is to be put back', async () => {
  const dataDir = temporaryFolder()
  const env = readEnv({ DATA_DIR: dataDir })
  expect(await checkContent(env)).toEqual([])
  const { teamId, clientAdded, siteAdded, fileUploaded } = coreWorld()
  const clientId = newClientId()
  const siteId = newSiteId()
  const content = await openContentFolder(join(dataDir, 'content'), Date.now())
  const stored = await content.put(teamId, Buffer.from('there'), { maxBytes: 10 })
  const readModels = join(dataDir, 'read-models')
  mkdirSync(readModels)
  const db = openForWriting(readModels, facilities)
  const apply = (...events: RecordedEvent[]) => events.map((event) => applyEvent(facilities, db, event))
  apply(clientAdded('Acme', clientId), siteAdded(clientId, 'North', siteId), fileUploaded(siteId, clientId))

  expect(await checkContent(env)).toMatchObject([
    { state: 'wrong', words: expect.stringMatching(/^1 of the newest 1 files are not in .*content: put them back/) },
  ])
  apply(fileUploaded(siteId, clientId, { content: stored }))
  expect(await checkContent(env)).toMatchObject([{ state: 'odd', words: expect.stringMatching(/^1 of the newest 2/) }])
  db.close()
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
