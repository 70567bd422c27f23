import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyOf } from '#api/adapters/master-key.ts'
import { readEnv } from '#api/env/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { clientStream } from '#api/event-store/streams.ts'
import { checkServer } from '#cli/operations/doctor/services.ts'
import { cropPicture } from '#schemas/jobs/crop-picture.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listQueues } from '#schemas/resources/queues.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newClientId, newCommandId, newUserId } from '#tests/support/new-ids.ts'
import { newTeam } from '#tests/support/teams.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const POLL = { timeout: 120_000, interval: 20 }
const app = await startFullApp({ env: { operatorEmails: ['olga@example.com'] } })
const operator = await newTeam(app, { email: 'olga@example.com' })
const owner = await newTeam(app)
const env = await withToken(app, operator, ['operate'])
await owner.call(addClient, { body: { name: 'Harbour Estates' } })
const redis = new Redis(app.redis.url, { maxRetriesPerRequest: null })
const queue = new Queue(cropPicture.name, { connection: redis })

afterAll(async () => {
  await queue.close()
  redis.disconnect()
  await app.close()
})

const typed = (...args: string[]) => siteledger(env, ...args)
const facilitiesIn = (listed: unknown) => (listed as { name: string }[]).find(({ name }) => name === 'facilities')

/** Changes a read model behind the back of the API. */
const spoil = (name: string, change: string) => {
  const live = new DatabaseSync(join(app.dataDir, 'read-models', `${name}.sqlite`), { timeout: 5000 })
  live.exec(change)
  live.close()
}

it('is for operators, whose token says so', async () => {
  const others = await withToken(app, owner, ['clients.view'])
  const narrow = await withToken(app, operator, ['clients.view'])
  const ends = [await siteledger(others, 'projections', 'list'), await siteledger(narrow, 'metrics', 'show')]
  for (const { code, stdout, stderr } of ends) {
    expect([code, stdout]).toStrictEqual([77, ''])
    expect(stderr).toMatch(/^siteledger: Not permitted: .+ "Operate the platform"\.\n$/)
  }
})

describe('read models', () => {
  it('are listed with their place, how far behind it, rows and size', async () => {
    const { stdout } = await typed('projections', 'list')
    expect(stdout.split('\n')[0]).toMatch(/^Name\t+Replica\t+State\t+Position\t+Behind\t+Rows\t+Size$/)
    // One client, and how many of them its team has.
    expect(stdout).toMatch(/\nfacilities\t+\S+\t+up to date\t+\d+\t+0 B\t+2\t+/)
    const listed = (await typed('projections', 'list', '--json')).json()
    expect(facilitiesIn(listed)).toMatchObject({ caught_up: true, rows: 2, error: null })
  })

  it('are compared with the log, and what differs is shown before a rebuild takes its place', async () => {
    spoil('facilities', `UPDATE clients SET name = 'Somebody else'`)
    const broken = await typed('projections', 'verify', 'facilities')
    expect(broken.code).toBe(1)
    expect(broken.stdout).toMatch(/^facilities: differs .*\nTable\t.*\n(.*\n)*clients\t1\t1\t1\t1\t?/)
    expect(broken.stderr).toBe('siteledger: Rebuild what differs: siteledger projections rebuild facilities\n')

    const rebuilt = await typed('projections', 'rebuild', 'facilities', '--yes')
    expect(rebuilt.code).toBe(0)
    expect(rebuilt.stdout).toMatch(
      /\nclients\t+1\t+1\t+1\t+1\t.*\n(.*\n)*Swapped\. To go back: siteledger projections roll-/,
    )
    expect(rebuilt.stderr).toMatch(/^[1-9]\d* events, \d+ a second\.\n$/)
    expect(await typed('projections', 'verify', 'facilities')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^facilities: as the log has it \([1-9]/),
    })

    expect((await typed('projections', 'roll-back', 'facilities')).stdout).toBe('The former facilities is back.\n')
    expect((await typed('projections', 'verify', 'facilities', '--json')).json()).toMatchObject([
      {
        name: 'facilities',
        difference: expect.arrayContaining([
          expect.objectContaining({ table: 'clients', only_live: 1, only_rebuilt: 1 }),
          expect.objectContaining({ table: 'clients_totals', only_live: 0, only_rebuilt: 0 }),
          expect.objectContaining({ table: 'sites', only_live: 0, only_rebuilt: 0 }),
        ]),
      },
    ])
  })

  it('are not rebuilt where nobody can be asked, nor where there is none, nor rolled back twice', async () => {
    const ends = [
      await typed('projections', 'rebuild', 'facilities'),
      await typed('projections', 'rebuild', 'nonsense', '--yes'),
      await typed('projections', 'verify', 'nonsense'),
      await typed('projections', 'roll-back', 'facilities'),
    ]
    expect(ends.map(({ code, stdout, stderr }) => [code, stdout, stderr])).toStrictEqual([
      [2, '', 'siteledger: No one can be asked here: pass --yes.\n'],
      [1, '', 'siteledger: There is no read model called "nonsense". See: siteledger projections list\n'],
      [1, '', 'siteledger: There is no read model called "nonsense". See: siteledger projections list\n'],
      [1, '', 'siteledger: There is no former read model to go back to.\n'],
    ])
  })
})

describe('[D-105] an event that cannot be read', () => {
  it('is named in the list, which doctor points at, and skipped at an operator’s word', async () => {
    const log = connectEventStore(app.eventStore.url)
    const id = newCommandId()
    const clientId = newClientId()
    const torn = { id, type: 'ClientAdded', data: {}, metadata: { ...contextOf(null, null), version: 1 } }
    const position = await log.append(clientStream(clientId), 'no-stream', [torn])
    await log.close()
    await vi.waitFor(async () => expect((await app.guest().request('GET', '/ready')).status).toBe(503), POLL)

    const described = `ClientAdded ${id} in ${clientStream(clientId)}, position ${position}`
    expect((await typed('projections', 'list')).stdout).toContain(`${described}: clientId: `)
    const { hostname, port } = new URL(app.url)
    const [finding] = await checkServer(readEnv({ HOST: hostname, PORT: port }))
    expect(finding?.words).toMatch(/Read models stand still: facilities, .*\. See: siteledger projections list$/)

    const ends = [
      await typed('projections', 'skip', '1', '--yes'),
      await typed('projections', 'skip', position),
      await typed('projections', 'skip', position, '--yes'),
    ]
    expect(ends.map(({ code, stdout, stderr }) => [code, stdout + stderr])).toStrictEqual([
      [1, 'siteledger: No read model stands still at 1. See: siteledger projections list\n'],
      [2, 'siteledger: No one can be asked here: pass --yes.\n'],
      [0, expect.stringMatching(new RegExp(`^Skipped ClientAdded ${id}: .*facilities.* go on\\.\n$`))],
    ])
    await vi.waitFor(async () => expect((await app.guest().request('GET', '/ready')).status).toBe(200), POLL)
  })
})

it('see the processes of the installation', async () => {
  const listed = async () => (await typed('replicas')).stdout
  await vi.waitFor(
    async () => expect(await listed()).toMatch(/\n[\w.-]+-api-0\t+api\t+\S+\t+\S+\t+\d+\t+up to date\n$/),
    POLL,
  )
})

it('see what the security log has counted', async () => {
  await owner.refused(listQueues)
  const { stdout } = await typed('security', 'list')
  expect(stdout).toMatch(/^Day\t+Event\t+Count\n(.+\n)*\d{4}-\d\d-\d\d\t+access_refused\t+\d+\n/)
  const listed = (await typed('security', 'list', '--days', '2', '--json')).json() as object[]
  expect(listed).toContainEqual({ day: expect.any(String), event: 'access_refused', count: expect.any(Number) })
})

it('sign somebody out everywhere', async () => {
  const ends = [
    await typed('security', 'end-sessions', owner.userId),
    await typed('security', 'end-sessions', owner.userId, '--yes'),
  ]

  expect(ends.map(({ code, stdout, stderr }) => [code, stdout + stderr])).toStrictEqual([
    [2, 'siteledger: No one can be asked here: pass --yes.\n'],
    [0, `${owner.userId} is signed out everywhere.\n`],
  ])
  expect((await owner.request('GET', '/user/current')).status).toBe(401)
})

describe('numbers', () => {
  it('are shown by day, and worked out again with the old ones beside them', async () => {
    const shown = await typed('metrics', 'show')
    expect(shown.stdout).toMatch(
      /^Day\tTeams\tUsers\tNew users\tClients\tSites\tFiles\tSize\tRecurring\tVolume\n\d{4}-\d\d-\d\d\t2\t2\t/,
    )

    const dry = ['metrics', 'replay', '--dry-run']
    expect(await typed(...dry)).toMatchObject({ code: 0, stderr: expect.stringContaining('0 of 1 days differ.') })
    spoil('metrics', 'UPDATE days SET clients = clients + 5')
    const runs = [await typed(...dry), await typed(...dry, '--events')]
    for (const { stdout, stderr } of runs) {
      expect(stdout).toMatch(/clients\t+6\t+1\t+differs\n/)
      expect(stderr).toBe('1 of 1 days differ. The old numbers were kept.\n')
    }
    expect(runs[1]?.stdout).toMatch(/\n\d{4}-\d\d-\d\d\tclients\t\+1\tClientAdded\t\d+\n/)
    expect((await typed(...dry, '--json')).json()).toMatchObject({ position: expect.stringMatching(/^\d+$/) })

    const real = await typed('metrics', 'replay')
    expect(real.stderr).toBe('1 of 1 days differ. The new numbers are in place.\n')
    const [today] = (await typed('metrics', 'show', '--json')).json() as object[]
    expect(today).toMatchObject({ clients: 1, teams: 2 })
  })

  it('are refused in one line for days that are none, or in the wrong order', async () => {
    const wrong = await typed('metrics', 'replay', '--from', '31/02/2026', '--to', '01/03/2026')
    expect(wrong).toMatchObject({ code: 1, stderr: 'siteledger: The from is not a valid date.\n' })
    const backwards = await typed('metrics', 'show', '--from', '02/03/2026', '--to', '01/03/2026')
    expect(backwards.stderr).toBe('siteledger: The to must be a date after or equal to from.\n')
  })
})

it('shows what failed in the background with its reason, and puts it back in line', async () => {
  const failing = new Worker(cropPicture.name, () => Promise.reject(new Error('The disk is full')), {
    connection: redis,
  })
  for (const id of ['a', 'b', 'c']) await queue.add(cropPicture.name, {}, { jobId: `${cropPicture.name}-${id}` })
  const allFailed = async () => {
    const { body } = await operator.call(listQueues)
    expect(body.find(({ name }) => name === cropPicture.name)).toMatchObject({ failed: 3 })
  }
  await vi.waitFor(allFailed, POLL)
  await failing.close()

  const { stdout } = await typed('queues', 'list')
  expect(stdout).toMatch(/^Queue\t+Waiting\t+Running\t+Next try\t+Oldest\t+Failed\n/)
  expect(stdout).toMatch(/\ncrop-picture\t+0\t+0\t+0\t+3\n/)
  expect(stdout).toMatch(/\ncrop-picture-b\t+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t+1\t+The disk is full\n/)

  const retries = [
    await typed('queues', 'retry', 'crop-picture', 'crop-picture-b'),
    await typed('queues', 'retry', 'crop-picture', 'crop-picture-none'),
    await typed('queues', 'retry', 'nonsense'),
    await typed('queues', 'retry', 'crop-picture', '--json'),
    await typed('queues', 'retry', 'crop-picture'),
  ]
  expect(retries.map(({ code, stdout, stderr }) => [code, stdout + stderr])).toStrictEqual([
    [0, '1 back in line.\n'],
    [1, 'siteledger: 0 of 1 back in line; the others did not fail. See: siteledger queues list\n'],
    [1, 'siteledger: There is no queue called "nonsense". See: siteledger queues list\n'],
    [0, '{\n  "retried": 2\n}\n'],
    [0, 'Nothing has failed there.\n'],
  ])
})

it('pauses a queue, lets it go on, and tells what a job is about', async () => {
  await queue.add(cropPicture.name, {}, { jobId: `${cropPicture.name}-z` })
  const said = [
    await typed('queues', 'pause', 'crop-picture'),
    await typed('queues', 'resume', 'crop-picture', '--json'),
    await typed('queues', 'pause', 'nonsense'),
    await typed('queues', 'origin', 'crop-picture', 'crop-picture-none'),
  ]
  await typed('queues', 'pause', 'crop-picture')
  const { stdout: listed } = await typed('queues', 'list')
  const { stdout: origin } = await typed('queues', 'origin', 'crop-picture', 'crop-picture-z')

  expect(said.map(({ code }) => code)).toStrictEqual([0, 0, 1, 1])
  expect(said[0]?.stdout).toBe('No further job of it begins.\n')
  expect(JSON.parse(said[1]?.stdout ?? '')).toMatchObject({ name: 'crop-picture', paused: false })
  expect(said[2]?.stderr).toBe('siteledger: There is no queue called "nonsense". See: siteledger queues list\n')
  expect(listed).toMatch(/\ncrop-picture \(paused\)\t+\d+\t+0\t+0\t+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t+0\n/)
  expect(origin).toMatch(/^event +-\n/)
})

it('[D-104] gives up keys that are missing, and none that is there', async () => {
  const folder = temporaryFolder()
  const giveUp = (...args: string[]) => siteledger({ DATA_DIR: folder }, 'give-up-key', ...args)
  const held = newUserId()
  const missing = newUserId()
  const answers = [await giveUp(missing)]
  const keys = openKeyStore(join(folder, 'keys.sqlite'), masterKeyOf(join(folder, 'master.key')))
  const key = (await keys.forSealing(held, true))?.key
  answers.push(await giveUp(missing, held), await giveUp('\u001b[2Jann'), await giveUp(missing))

  expect(answers.map(({ code, stdout, stderr }) => [code, stdout + stderr])).toStrictEqual([
    [1, `siteledger: ${folder}/keys.sqlite has no keys that the master key opens. See: siteledger doctor\n`],
    [1, `siteledger: The key of ${held} is not missing.\n`],
    [1, 'siteledger: "\ufffd[2Jann" is not an id, as the log of Siteledger names a missing key.\n'],
    [0, `The key of ${missing} is given up: what is sealed with it stays unreadable.\n`],
  ])
  expect([keys.find(held), keys.find(missing)]).toEqual([key, 'destroyed'])
  keys.close()
})

it('reports what is wrong with an installation, and fails if something is', async () => {
  const folder = temporaryFolder()
  const fine = await siteledger({ DATA_DIR: folder }, 'doctor')
  expect(fine).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nNothing has to be mended\.\n$/) })

  expect(fine.stdout).toContain('renderer: Uploaded files are opened in a process confined by')

  await writeFile(join(folder, 'keys.sqlite'), 'no keys')
  const broken = await siteledger({ DATA_DIR: folder }, 'doctor', '--json')
  expect(broken.code).toBe(1)
  expect(broken.json()).toContainEqual({ about: 'keys', state: 'wrong', words: expect.any(String) })
  const unset = await siteledger({ DATA_DIR: folder, PORT: 'many' }, 'doctor')
  expect(unset).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^!! {2}configuration: .*PORT.*\n1 to mend\.\n$/),
  })
})
