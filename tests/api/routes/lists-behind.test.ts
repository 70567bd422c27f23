import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { ImportLine, listImports, showImport, undoImport } from '#schemas/resources/imports.ts'
import { startAppOver } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { importFile } from '#tests/support/imports.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { newClientId, newCommandId } from '#tests/support/new-ids.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

/** Checks in vain after which anything that gives up has done so. */
const many = 30

let checks: number

/**
 * The API, whose read models are asked again after a moment instead of two seconds; each check is counted. It takes none for
 * too old to answer reads, however long they are held back.
 */
const start = () =>
  startAppOver(
    async (env, logger) => {
      const ports = await memoryPorts(env, logger, () => undefined)
      const reached: typeof ports.projector.reached = (position, _, names) => {
        checks += 1
        return ports.projector.reached(position, 5, names)
      }
      return { ...ports, projector: { ...ports.projector, reached } }
    },
    { now: () => 0 },
  )

let app: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  checks = 0
  app = await start()
})
afterEach(() => app.close())

/** Keeps the read models from following the log until the returned function is called, or the test ends. */
const holdBack = () => {
  const release = app.ports.log.holdBack()
  onTestFinished(release)
  return release
}

const rows = 300
const file = `name\n${Array.from({ length: rows }, (_, row) => `Client ${row}`).join('\n')}\n`
const clientsOf = async (who: Member) => Number((await who.call(listClients)).headers.get('x-total-count'))

/** The lines of an import as they come. */
const importing = async function* (who: Member) {
  const headers = { cookie: who.cookie() ?? '', origin: 'http://localhost', 'content-type': 'text/csv' }
  const answer = await fetch(`${app.url}/api/import/clients`, { method: 'POST', headers, body: file })
  let rest = ''
  for await (const part of answer.body ?? []) {
    const lines = (rest + Buffer.from(part).toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield ImportLine.parse(JSON.parse(line))
  }
}

/** Settles an answer only after the lists were asked in vain often enough, and tells what it was while they were behind. */
const whileBehind = async <Answer>(asked: Promise<Answer>): Promise<'no answer' | 'an answer'> => {
  const before = checks
  let state: 'no answer' | 'an answer' = 'no answer'
  void asked.then(() => {
    state = 'an answer'
  })
  await expect.poll(() => checks - before, { timeout: 10_000 }).toBeGreaterThan(many)
  return state
}

describe('[D-05] while lists are behind', () => {
  test('an import says so in lines, and its last one comes when they show its rows', async () => {
    const ann = await newTeam(app)
    const release = holdBack()
    const said: ImportLine[] = []
    const inVain = () => said.filter((line) => 'listed' in line && line.listed === 0).length

    for await (const line of importing(ann)) {
      said.push(line)
      if (inVain() > many) release()
    }

    expect(await clientsOf(ann)).toBe(rows)
    expect(said.slice(0, rows).every((line) => 'row' in line || 'listed' in line)).toBe(true)
    expect(said.at(-2)).toEqual({ listed: rows })
    expect(said.at(-1)).toMatchObject({ summary: { created: rows } })
  })

  test('the undo of an import shows its progress, and answers when they show what it did', async () => {
    const ann = await newTeam(app)
    const run = (await importFile(ann, 'clients', file)).summary?.run ?? ''
    const release = holdBack()

    const undoing = ann.call(undoImport, { params: { run } })

    expect(await whileBehind(undoing)).toBe('no answer')
    await expect
      .poll(async () => (await ann.ask(showImport, { params: { run } })).progress)
      .toMatchObject({ done: rows, listed: 0, total: rows })
    release()
    expect((await undoing).body.deleted).toBe(rows)
    expect(await clientsOf(ann)).toBe(0)
    expect(await ann.ask(listImports)).toMatchObject([{ status: 'undone' }])
  })

  test('a change of many files and its undo answer when they show it', async () => {
    const { ann, ofSpring, beside } = await teamWithRecords(app)
    const namesBy = async () => (await ann.ask(listFiles)).map(({ completed_at }) => completed_at)
    const before = await namesBy()
    const ids = [ofSpring.id, beside.id]
    const releaseChange = holdBack()

    const changing = ann.call(changeFiles, { body: { ids, change: { completed_at: '01/04/2026' } } })

    expect(await whileBehind(changing)).toBe('no answer')
    releaseChange()
    const changed = await changing
    expect(changed.headers.get('x-projection')).toBeNull()
    expect(await namesBy()).toEqual(['01/04/2026', '01/04/2026'])
    const releaseUndo = holdBack()
    const undoing = ann.call(undoChange, { params: { undo: changed.body.undo } })
    expect(await whileBehind(undoing)).toBe('no answer')
    releaseUndo()
    expect((await undoing).headers.get('x-projection')).toBeNull()
    expect(await namesBy()).toEqual(before)
  })
})

test('[D-05] an import whose rows no list will show says so instead of a summary', async () => {
  const ann = await newTeam(app)
  await ann.call(addClient, { body: { name: 'Acme' } })
  const clientId = newClientId()
  const metadata = { ...contextOf(ann.teamId, null), version: 1 }
  const torn = { id: newCommandId(), type: 'ClientAdded', data: {}, metadata }
  const release = holdBack()
  const said: ImportLine[] = []

  for await (const line of importing(ann)) {
    said.push(line)
    if (!('listed' in line)) continue
    await app.ports.log.append(`client-${clientId}`, 'no-stream', [torn])
    release()
  }

  expect(said.at(-1)).toMatchObject({ error: { message: expect.stringMatching(/^Everything is written, but lists/) } })
  expect(said.some((line) => 'summary' in line)).toBe(false)
})
