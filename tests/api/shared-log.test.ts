import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openLedger } from '#api/event-store/ledger.ts'
import { isOwnEvent } from '#api/event-store/own-streams.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { buildFiles } from '#api/read-side/build-files.ts'
import { openSnapshot } from '#projections/engine/comparison.ts'
import { outbox } from '#projections/outbox/outbox.ts'
import { projections } from '#projections/registry.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { startAppOver, type TestApp } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { newClientId, newVisitId } from '#tests/support/new-ids.ts'
import { oneOfEach } from '#tests/support/one-of-each.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

/** The events of other applications: types like ours in streams of their own, and types of theirs. */
const foreignTypes = [
  'ClientAdded',
  'UserRegistered',
  'PersonErased',
  'VisitAdded',
  'LogFounded',
  'Booked',
  'EventSkipped',
]

describe('[D-111] a log that is shared with other applications', () => {
  let app: TestApp & { ports: Awaited<ReturnType<typeof memoryPorts>> }
  let log: EventLog
  let ann: Member
  beforeAll(async () => {
    app = await startAppOver((env, logger) => memoryPorts(env, logger))
    log = app.ports.log
    await others(500)
    ann = await newTeam(app)
    await others(500)
  })
  afterAll(() => app.close())

  const others = async (count: number) => {
    const of = (n: number) => ({
      id: randomUUID(),
      type: foreignTypes[n % foreignTypes.length] ?? '',
      metadata: {} as never,
      data: { name: 'not ours', visitId: newVisitId() },
    })
    await log.append(
      `other-app-${randomUUID()}`,
      'no-stream',
      Array.from({ length: count }, (_, n) => of(n)),
    )
    await log.append(`client-${count}-${randomUUID()}`, 'no-stream', [of(0)])
  }

  test('is ready, and shows what was written between the events of others, and nothing of theirs', async () => {
    const { position } = await oneOfEach(ann).then(async (records) => {
      await others(100)
      const added = await ann.call(addClient, { body: { name: 'Between' } })
      expect([added.status, added.headers.get('x-projection')]).toEqual([201, null])
      return { ...records, position: added.headers.get('x-position') }
    })
    await others(100)

    expect((await app.guest().request('GET', '/ready')).status).toBe(200)
    expect((await ann.call(listClients, {})).body.map(({ name }) => name).toSorted()).toEqual(['Acme', 'Between'])
    const { body } = await ann.call(listHistory, {})
    expect(body.length).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toContain('not ours')
    expect(Number(position)).toBeGreaterThan(0)
  })

  test('gives the same read models, metrics and outbox as without them', async () => {
    await oneOfEach(ann)
    const folder = mkdtempSync(join(tmpdir(), 'shared-log-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const alone: EventLog = {
      ...log,
      subscribe: (from, { event, ...listener }, types) => {
        const own = (read: Parameters<typeof event>[0]) => isOwnEvent(read) && event(read)
        return log.subscribe(from, { ...listener, event: own }, types)
      },
    }
    const target = await log.newest()
    if (!target) throw new Error('The log is empty')
    const build = async (name: string, over: EventLog) => {
      const folderOf = () => join(folder, name)
      mkdirSync(folderOf())
      const built: string[] = []
      const all = [...projections, outbox]
      await buildFiles({ ledger: openLedger(over, app.ports.keys), projections: all, folderOf, target }, (message) =>
        built.push(message.type),
      )
      expect(built).toEqual(all.map(() => 'built'))
      return folderOf()
    }

    const shared = await build('shared', log)
    const own = await build('alone', alone)

    for (const { name } of [...projections, outbox]) {
      const snapshot = openSnapshot(join(own, `${name}.sqlite`), join(shared, `${name}.sqlite`))
      const difference = snapshot.compare().filter(({ only_live, only_rebuilt }) => only_live + only_rebuilt > 0)
      snapshot.close()
      expect([name, difference]).toEqual([name, []])
    }
  })

  test('takes no command for a stream that nobody would read', async () => {
    const { ledger } = app
    const client = { clientId: newClientId(), teamId: ann.teamId, name: 'Acme' }
    const event = { id: randomUUID(), type: 'ClientAdded', data: client, metadata: {} }

    await expect(async () => ledger.append('client-17', 'no-stream', [event as never])).rejects.toThrow(
      'ClientAdded does not belong into the stream client-17',
    )
  })
})
