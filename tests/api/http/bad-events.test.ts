import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ExpectedRevision } from '#api/event-store/port.ts'
import { clientStream } from '#api/event-store/streams.ts'
import type { ProjectionState } from '#projections/engine/applied-file.ts'
import { hasReached } from '#projections/engine/position.ts'
import { addClient, listClients, updateClient } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listReadModels, skipEvent } from '#schemas/resources/read-models.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { ready } from '#schemas/resources/status.ts'
import { startAppOver } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { newClientId, newCommandId, newUserId } from '#tests/support/new-ids.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'

const operatorEmail = 'operator@example.com'

describe('[D-105] one event that cannot be read', () => {
  const start = (reports: string[], now: () => number) =>
    startAppOver((env, logger) => memoryPorts(env, logger, (line) => reports.push(line)), {
      env: { operatorEmails: [operatorEmail] },
      now,
    })
  let app: Awaited<ReturnType<typeof start>>
  let ann: Member
  let reports: string[]
  let later: number
  beforeEach(async () => {
    reports = []
    later = 0
    app = await start(reports, () => Date.now() + later)
    ann = await newTeam(app, { email: operatorEmail })
  })
  afterEach(() => app.close())

  /** Appends an event without the content that its type has, and waits until all read models have passed it or stand there. */
  const appendTorn = async (type: string, stream: string, expected: ExpectedRevision = 'no-stream') => {
    const event = { id: newCommandId(), type, data: {}, metadata: { ...contextOf(ann.teamId, null), version: 1 } }
    const position = await app.ports.log.append(stream, expected, [event])
    const isBefore = (state: ProjectionState) => !state.at && !hasReached(state.position, position)
    await expect.poll(() => app.ports.projector.states().filter(isBefore)).toEqual([])
    return { id: event.id, type, stream, position }
  }
  const tornClient = () => appendTorn('ClientAdded', clientStream(newClientId()))

  test('is named in the log; /ready tells the read models that handle it and nothing of it, while the others go on', async () => {
    const torn = await tornClient()

    const described = `ClientAdded ${torn.id} in ${torn.stream}, position ${torn.position}`
    const names = ['facilities', 'changes', 'history', 'imports', 'metrics', 'search', 'traffic']
    const { status, body, headers } = await app.guest().refused(ready)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(body).toEqual({ message: `Read models stand still: ${names.join(', ')}.` })
    expect(reports).toContainEqual(
      expect.stringMatching(new RegExp(`^The read model facilities stands still: ${described}: .*clientId`)),
    )
    const models = await ann.ask(listReadModels)
    expect(models.find(({ name }) => name === 'facilities')?.stopped_at).toEqual(torn)
    expect(models.find(({ name }) => name === 'directory')).toMatchObject({ error: null, caught_up: true })
    await newTeam(app)
  })

  test('lets no write in once records are older than five seconds; reads and sign-in go on', async () => {
    await tornClient()
    expect((await ann.call(addClient, { body: { name: 'Acme' } })).headers.get('x-projection')).toBe('behind')

    later = 6000

    const { status, headers } = await ann.refused(addClient, { body: { name: 'Acme' } })
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect((await ann.call(listClients)).status).toBe(200)
    expect((await app.guest().call(signIn, { body: { email: operatorEmail, password } })).status).toBe(200)
  })

  test('about rights lets nobody do anything once they are older than five seconds, but mend it', async () => {
    const torn = await appendTorn('UserRegistered', `user-${newUserId()}`)
    expect((await ann.call(listClients)).status).toBe(200)

    later = 6000

    expect((await ann.refused(listClients)).status).toBe(503)
    expect((await ann.ask(skipEvent, { body: { position: torn.position } })).event).toEqual(torn)
    later = 12_000
    await expect.poll(async () => (await ann.request('GET', '/api/clients')).status).toBe(200)
  })

  test('is skipped by an operator, by name, and everything goes on with what came after it', async () => {
    const torn = await tornClient()
    const added = await ann.ask(addClient, { body: { name: 'Acme' } })

    expect((await ann.refused(skipEvent, { body: { position: '1' } })).status).toBe(409)
    expect((await ann.refused(skipEvent, { body: { position: 'x' } })).status).toBe(422)
    const someone = await newTeam(app)
    expect((await someone.refused(skipEvent, { body: { position: torn.position } })).status).toBe(404)
    const { body } = await ann.call(skipEvent, { body: { position: torn.position } })

    expect(body.event).toEqual(torn)
    await expect.poll(async () => (await app.guest().request('GET', '/ready')).status).toBe(200)
    expect((await ann.ask(listClients)).map(({ id }) => id)).toEqual([added.id])
    const [entry] = await ann.ask(listHistory)
    expect(entry).toMatchObject({ type: 'EventSkipped', actor: { id: ann.userId }, resource: 'platform' })
    expect(entry?.summary).toMatch(
      /^Let .*facilities.* and traffic go on without ClientAdded, position \d+ of the log$/,
    )
  })

  test('keeps its own record from being changed, also once it is skipped, and is named in the log', async () => {
    const client = await ann.ask(addClient, { body: { name: 'Acme' } })
    const torn = await appendTorn('ClientRenamed', clientStream(client.id), 0n)
    await ann.call(skipEvent, { body: { position: torn.position } })
    const rename = { params: { id: client.id }, body: { name: 'Acme Estates' } }

    await expect.poll(async () => (await ann.refused(updateClient, rename)).body.message).toMatch(/^This record holds/)

    expect((await ann.refused(updateClient, rename)).status).toBe(503)
    expect(await ann.ask(listClients)).toMatchObject([{ name: 'Acme' }])
    const named = `ClientRenamed ${torn.id} in ${torn.stream}, position ${torn.position} cannot be read: `
    expect(app.logged.some((line) => JSON.parse(line).err?.message?.startsWith(named))).toBe(true)
  })
})

test('[D-105] a process that has not caught up yet answers probes alone', async () => {
  const app = await startAppOver(async (env) => {
    const ports = await memoryPorts(env)
    return { ...ports, projector: { ...ports.projector, caughtUp: () => Promise.resolve(false) } }
  })
  const answers = await Promise.all(
    ['/health', '/ready', '/api/clients', '/user/current'].map((path) => app.guest().request('GET', path)),
  )

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 503, 503])
  expect(answers[2]?.headers.get('retry-after')).toBe('5')
  await app.close()
})
