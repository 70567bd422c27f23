import { describe, expect, test, vi } from 'vitest'
import { checkpointsStream } from '#api/event-store/streams.ts'
import { isSignedBy } from '#api/notary/note.ts'
import { readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { hashLeaf, isConsistent, isIncluded } from '#schemas/proofs/tree.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import {
  proveConsistency,
  proveInclusion,
  showCheckpoint,
  showKeptCheckpoint,
  showSignedLog,
} from '#schemas/resources/log-proofs.ts'
import { startApp } from '#tests/support/app.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { signLog } from '#tests/support/pack-world.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())
const ann = prepared(() => newTeam(app))
const bob = prepared(() => newTeam(app))

/** What Ann is answered as text. */
const textOf = async (...asked: Parameters<typeof ann.call>): Promise<string> => String((await ann.call(...asked)).body)

const checkpointIn = (note: string) => {
  const read = readCheckpoint(note)
  if (!read) throw new Error(`no checkpoint: ${note}`)
  return read
}
const bytesOf = (lines: readonly string[]) => lines.map((line) => Buffer.from(line, 'base64'))

describe('the signed log', () => {
  test('has no checkpoint and no proofs before the first', async () => {
    await ann.call(addClient, { body: { name: 'Acme' } })
    const [entry] = await ann.ask(listHistory)

    expect(entry?.index).toBeNull()
    expect((await ann.refused(showCheckpoint)).status).toBe(404)
    const answer = await ann.refused(proveInclusion, { query: { position: entry?.position ?? '' } })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await ann.ask(showSignedLog)).toMatchObject({ size: 0, signed_at: null, published: [], anew: [] })
  })

  test('says where checkpoints were published', async () => {
    const data = { size: 5, root: 'TOEuoAeLfdebGf9naYlC3J1H3ohbA9rSbrCnX+zjBUY=', to: 'mail' }
    await recordEvent(app, checkpointsStream, { type: 'CheckpointPublished', data })

    expect(await ann.ask(showSignedLog)).toMatchObject({ published: [{ to: 'mail', size: 5 }] })
  })

  test('proves each entry of the history to those who see it, and to nobody else', async () => {
    await ann.call(addClient, { body: { name: 'Harbour Estates' } })
    await signLog(app)
    const note = await textOf(showCheckpoint)
    const checkpoint = checkpointIn(note)
    const { vkeys, size } = await ann.ask(showSignedLog)
    expect(size).toBe(checkpoint.size)
    expect(isSignedBy(checkpoint, vkeys)).toBe(true)

    const entries = await ann.ask(listHistory)
    expect(entries.length).toBeGreaterThan(2)
    for (const { position, index } of entries) {
      const text = await textOf(proveInclusion, { query: { position } })
      const [head, ...rest] = text.split('\n\n')
      const [format, extra = '', number, ...hashes] = head?.split('\n') ?? []
      const leaf = Buffer.from(extra.replace('extra ', ''), 'base64').toString()
      expect([format, number]).toEqual(['c2sp.org/tlog-proof@v1', `index ${index}`])
      expect(rest.join('\n\n')).toBe(note)
      expect(isIncluded({ hash: hashLeaf(leaf), index: index ?? -1 }, checkpoint, bytesOf(hashes))).toBe(true)
      expect((await bob.refused(proveInclusion, { query: { position } })).status).toBe(404)
    }
    const auditor = await newMember(app, ann, 'auditor')
    const [newest] = entries
    expect((await auditor.call(showCheckpoint)).body).toBe(note)
    expect((await auditor.call(proveInclusion, { query: { position: newest?.position ?? '' } })).status).toBe(200)
    const viewer = await newMember(app, ann, 'member')
    expect((await viewer.refused(showCheckpoint)).status).toBe(403)
  })

  test('proves with a tree of its own where the workers keep theirs elsewhere', async () => {
    const other = await startApp()
    const cleo = await newTeam(other)
    await signLog(other, temporaryFolder())
    const [entry] = await cleo.ask(listHistory)
    const query = { position: entry?.position ?? '' }
    expect((await cleo.refused(proveInclusion, { query })).status).toBe(503)
    const proven = async () => String((await cleo.call(proveInclusion, { query })).body)
    const proof = await vi.waitFor(proven, { timeout: 60_000, interval: 100 })

    expect(proof).toContain(String((await cleo.call(showCheckpoint)).body))
    expect((await cleo.ask(listHistory))[0]?.index).not.toBeNull()
    await other.close()
  })

  test('proves that it begins as it was signed before, and keeps what was signed in an earlier hour', async () => {
    await signLog(app)
    const older = await textOf(showCheckpoint)
    await ann.call(addClient, { body: { name: 'Quay' } })
    await signLog(app)
    const from = checkpointIn(older)
    const to = checkpointIn(await textOf(showCheckpoint))
    expect(to.size).toBeGreaterThan(from.size)

    const text = await textOf(proveConsistency, { query: { from: from.size, to: to.size } })
    expect(isConsistent(from, to, bytesOf(text.trim().split('\n')))).toBe(true)
    expect(await textOf(proveConsistency, { query: { from: to.size, to: to.size } })).toBe('')
    expect(await textOf(showKeptCheckpoint, { params: { size: from.size } })).toBe(older)
    expect((await ann.refused(showKeptCheckpoint, { params: { size: 1 } })).status).toBe(404)

    const invalid = (query: object) => ann.invalid(proveConsistency, { query })
    expect(Object.keys(await invalid({ from: 1, to: to.size + 1 }))).toEqual(['to'])
    expect(Object.keys(await invalid({ from: 3, to: 2 }))).toEqual(['from'])
    expect(Object.keys(await invalid({ from: 0, to: 2 }))).toEqual(['from'])
  })
})
