import { describe, expect, test } from 'vitest'
import { contentReadsStream } from '#api/event-store/streams.ts'
import type { Actor } from '#api/http/actor.ts'
import { openRecordedReads } from '#api/services/files/recorded-reads.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { addFileVersion } from '#schemas/resources/file-versions.ts'
import { downloadFile, previewFile } from '#schemas/resources/files.ts'
import { type HistoryEntry, listHistory } from '#schemas/resources/history.ts'
import { currentTeam, recordReads } from '#schemas/resources/teams.ts'
import { prepareZip } from '#schemas/resources/zips.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { fileOf } from '#tests/support/files.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { oneOfEach, paramsFor } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app } = sharedApp()
const ann = prepared(() => newTeam(app))
const anns = prepared(() => oneOfEach(ann))

const readsOf = async ({ userId }: Member) =>
  (await app.ledger.read(contentReadsStream(userId))).flatMap((event) =>
    event.type === 'ContentRead' ? [event.data] : [],
  )

/** What answers bytes without a person reading a content: frames around previews, drawn pictures and reports. */
const noContent = /\/(frame|thumbnail|report)$/
/** They have to be made first (packs.test.ts). */
const packs = '/api/packs/'

/** Every call by which the content of a file or document leaves the team's own pages. */
const contents = declaredEndpoints.filter(
  ([, { transport, access, path }]) =>
    transport?.content !== undefined &&
    /^(files|documents)\.view$|^export$/.test(access) &&
    !noContent.test(path) &&
    !path.startsWith(packs),
)

describe('a content that is read', () => {
  test.each(contents)('is recorded once a day, however it is asked for: %s', async (name, endpoint) => {
    const auditor = await newMember(app, ann, 'auditor')
    const ids = [anns.file]
    const zip = name === 'downloadZip' ? (await auditor.ask(prepareZip, { body: { ids } })).zip : ''
    const params = name === 'downloadZip' ? { zip } : paramsFor(endpoint, anns)
    const call = { params } as never

    expect(await readsOf(auditor)).toEqual([])
    expect((await auditor.call(endpoint, call)).status).toBe(200)
    const [read, ...others] = await readsOf(auditor)
    expect(read).toMatchObject({ teamId: ann.teamId, userId: auditor.userId, files: 1 })
    expect(others).toEqual([])
    if (name !== 'downloadZip') {
      await auditor.call(endpoint, call)
      expect(await readsOf(auditor)).toHaveLength(1)
    }
  })

  test('is asked of every call that sends one', () => {
    expect(contents.map(([name]) => name).toSorted()).toEqual([
      'downloadFile',
      'downloadFileVersion',
      'downloadZip',
      'previewFile',
      'previewFileVersion',
      'viewDocument',
    ])
  })

  test('is told to whoever asks for it, by the name of the file and its version, and to nobody else', async () => {
    const owner = await newTeam(app)
    const { file } = await oneOfEach(owner)
    const auditor = await newMember(app, owner, 'auditor')
    const params = { id: file }
    await owner.call(addFileVersion, { params }, { file: fileOf('plan.pdf', 'application/pdf', { size: 90 }) })
    const before = await owner.ask(listHistory)
    await auditor.call(previewFile, { params })
    await auditor.call(downloadFile, { params })

    const asked = await owner.ask(listHistory, { query: { resource: 'reads' } })
    expect(asked.map(({ summary, actor }) => [summary, actor?.id])).toEqual([
      ['Opened version 2 of plan', auditor.userId],
    ])
    expect(await owner.ask(listHistory)).toEqual(before)
    const { body } = await owner.request('GET', `/api/file/${file}/history`)
    expect((body as HistoryEntry[]).map(({ resource }) => resource)).not.toContain('reads')
  })

  test('is recorded of those whom the owner chooses, of auditors until then', async () => {
    const owner = await newTeam(app)
    const { file } = await oneOfEach(owner)
    const editor = await newMember(app, owner, 'editor')
    const { token } = await editor.ask(createApiToken, { body: { name: 'Script', abilities: ['files.view'] } })
    const choose = (recorded: 'nobody' | 'everyone') =>
      owner.ask(recordReads, { params: { id: owner.teamId }, body: { recorded } })
    const open = async () => {
      await app.guest().call(downloadFile, { params: { id: file } }, { headers: { authorization: `Bearer ${token}` } })
      return (await readsOf(editor)).length
    }

    expect([(await editor.ask(currentTeam)).reads_recorded, await open()]).toEqual(['auditors', 0])
    expect(
      (await editor.refused(recordReads, { params: { id: owner.teamId }, body: { recorded: 'nobody' } })).status,
    ).toBe(403)
    expect([(await choose('everyone')).reads_recorded, await open()]).toEqual(['everyone', 1])
    const auditor = await newMember(app, owner, 'auditor')
    await choose('nobody')
    await auditor.call(downloadFile, { params: { id: file } })
    expect(await readsOf(auditor)).toEqual([])
    const [entry] = await owner.ask(listHistory, { query: { resource: 'teams' } })
    expect(entry?.summary).toBe('Chose that it is recorded which files nobody opens')
  })
})

describe('a read that cannot be recorded', () => {
  const { ledger } = openMemoryLedger()
  const actor = { userId: newUserId(), teamId: newTeamId(), role: 'auditor' } as Actor
  const file = { kind: 'files', id: 'f' } as const
  const read = { subject: file, version: 1, how: 'preview', files: 1, of: '1' } as const
  const refused = expect.objectContaining({ status: 503 })
  const recordingIn = (append: typeof ledger.append, longest?: number) =>
    openRecordedReads({ ...ledger, append }, { team: () => undefined }, 'UTC', longest)

  test('is refused where the log refuses it, and recorded by the next try', async () => {
    let isOver = false
    const record = recordingIn((...asked) => (isOver ? ledger.append(...asked) : Promise.reject(new Error('gone'))))
    const context = contextOf(actor.teamId, actor.userId)

    await expect(record(actor, read, context)).rejects.toEqual(refused)
    isOver = true
    await record(actor, read, context)
    await record(actor, read, context)
    expect(await ledger.read(contentReadsStream(actor.userId))).toHaveLength(1)
  })

  test('is refused where the log does not answer in time', async () => {
    const record = recordingIn(() => new Promise(() => {}), 1)
    await expect(record(actor, { ...read, of: '2' }, contextOf(actor.teamId, actor.userId))).rejects.toEqual(refused)
  })
})
