import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ScannerUnavailable } from '#api/adapters/malware-scanner.ts'
import { listDocuments, uploadDocument } from '#schemas/resources/documents.ts'
import { startAppOver } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

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
