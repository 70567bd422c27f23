import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ScannerUnavailable } from '#api/adapters/malware-scanner.ts'
import { listDocuments, uploadDocument } from '#schemas/resources/documents.ts'
import { addFileVersion } from '#schemas/resources/file-versions.ts'
import { deleteFile, uploadFile, uploadFiles } from '#schemas/resources/files.ts'
import { startAppOver } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { newTeam } from '#tests/support/teams.ts'

const pdf = (size: number) => fileOf('scan.pdf', 'application/pdf', { size })

describe('the same bytes on a site', () => {
  const { app } = sharedApp()
  const ann = prepared(() => newTeam(app))
  const client = prepared(() => recordCreator(ann).client('Acme'))

  const newSite = async () => (await recordCreator(ann).site(client.id, 'North')).id
  const upload = (site_id: string, name: string, file = pdf(100)) =>
    ann.ask(uploadFile, { body: { site_id, name } }, { file })

  test('are told with the file that was there first, and taken all the same', async () => {
    const site = await newSite()
    const first = await upload(site, 'Plan')
    const second = await upload(site, 'Copy of the plan')
    const third = await upload(site, 'Another copy')

    expect(first.same_as).toBeNull()
    expect([second.same_as, third.same_as]).toEqual([
      { id: first.id, name: 'Plan' },
      { id: first.id, name: 'Plan' },
    ])
  })

  test('are told of each file of a batch', async () => {
    const site = await newSite()
    const { id } = await upload(site, 'Plan')

    const { body } = await ann.call(uploadFiles, { body: { site_id: site, name: ['Same'] } }, { file: pdf(100) })

    expect(body.map(({ same_as }) => same_as)).toEqual([{ id, name: 'Plan' }])
  })

  test('are no news for other bytes, for another site, and once the other file is in the trash', async () => {
    const site = await newSite()
    const other = await newSite()
    const { id } = await upload(site, 'Plan')

    expect((await upload(site, 'Longer', pdf(101))).same_as).toBeNull()
    expect((await upload(other, 'Plan')).same_as).toBeNull()
    await ann.call(deleteFile, { params: { id } })
    expect((await upload(site, 'Plan again')).same_as).toBeNull()
  })

  test('are told when they come as a version of another file', async () => {
    const site = await newSite()
    const plan = await upload(site, 'Plan')
    const { id } = await upload(site, 'Roof', pdf(101))

    const { body } = await ann.call(addFileVersion, { params: { id } }, { file: pdf(100) })

    expect(body).toMatchObject({ outcome: 'replaced', same_as: { id: plan.id, name: 'Plan' } })
  })
})

describe('an installation with a scanner', () => {
  let isAway = false
  const findMalware = async (path: string) => {
    if (isAway) throw new ScannerUnavailable('connect ECONNREFUSED')
    return (await readFile(path, 'latin1')).includes('EICAR') ? 'Eicar-Test-Signature' : undefined
  }
  const app = prepared(() =>
    startAppOver(async (env) => {
      const ports = await memoryPorts(env)
      return { ...ports, uploads: { ...ports.uploads, findMalware } }
    }),
  )
  const ann = prepared(() => newTeam(app))

  const clean = () => fileOf('plan.pdf', 'application/pdf')
  const infected = () => new File(['%PDF-1.7\n', 'EICAR'], 'bad.pdf', { type: 'application/pdf' })
  const names = async () => (await ann.ask(listDocuments)).map(({ local_file_name }) => local_file_name)
  const left = () => readdir(join(app.dataDir, 'uploads'))

  test('keeps no file with malware, says which one it was, and records it', async () => {
    await ann.call(uploadDocument, {}, { file: clean() })

    const one = await ann.refused(uploadDocument, {}, { file: infected() })
    const form = new FormData()
    for (const file of [clean(), infected()]) form.append('document[]', file)
    const many = await ann.request('POST', '/api/documents', { form })

    const complaint = ['The file holds malware and was not kept.']
    expect([one.status, one.body.errors]).toEqual([422, { document: complaint }])
    expect([many.status, many.body]).toMatchObject([422, { errors: { 'document.1': complaint } }])
    expect(await names()).toEqual(['plan.pdf'])
    expect(await left()).toEqual([])
    const recorded = app.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'malware_refused')
    expect(recorded).toMatchObject(Array(2).fill({ log: 'security', userId: ann.userId, teamId: ann.teamId }))
  })

  test('takes none while the scanner is away', async () => {
    const before = await names()
    isAway = true

    const { status, headers, body } = await ann.refused(uploadDocument, {}, { file: clean() })

    expect([status, headers.get('retry-after')]).toEqual([503, '60'])
    expect(body.message).toMatch(/^Files cannot be checked for malware at the moment/)
    expect([await names(), await left()]).toEqual([before, []])
  })
})
