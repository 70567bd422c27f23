import { PDFDocument, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { latestOf } from '#projections/engine/position.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { searchDocuments, searchEverything, searchFiles } from '#schemas/resources/search.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { appUrl } from '#tests/support/app.ts'
import { type FullApp, startFullApp } from '#tests/support/full-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'
import { startWorkers, type TestWorkers } from '#tests/support/workers.ts'

const pdfWith = async (text: string): Promise<File> => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([600, 800]).drawText(text, { x: 10, y: 780, size: 8, font })
  return new File([Buffer.from(await document.save())], 'scan.pdf', { type: 'application/pdf' })
}

describe('the text of a PDF', () => {
  let app: FullApp
  let workers: TestWorkers
  let ann: Member

  beforeAll(async () => {
    app = await startFullApp()
    workers = await startWorkers(app, appUrl)
    ann = await newTeam(app)
  })
  afterAll(async () => {
    await workers.close()
    await app.close()
  })

  /** The place in the log where the text of a file or document was recorded. */
  const textOf = (id: string): Promise<string> =>
    new Promise((resolve) => {
      const subscription = app.ledger.subscribe(null, {
        advance: ({ position }, event) => {
          if (event?.type !== 'TextExtracted' || event.data.subject.id !== id) return
          void subscription.close()
          resolve(position)
        },
        caughtUp: () => {},
        ended: () => {},
      })
    })

  test('is found, with the matching passage, by users who may see the file', async () => {
    const { body: client } = await ann.call(addClient, { body: { name: 'Acme' } })
    const { body: other } = await ann.call(addClient, { body: { name: 'Other' } })
    const { body: site } = await ann.call(addSite, { body: { name: 'North', client_id: client.id } })
    const file = await pdfWith('The pressure of pump 7 is low.')
    const { body: report } = await ann.call(uploadFile, { body: { name: 'Report', site_id: site.id } }, { file })
    const { body: manual } = await ann.call(uploadDocument, { body: { name: 'Manual' } }, { file })
    const bob = await newMember(app, ann, 'member', { clientId: other.id })
    const positions = await Promise.all([textOf(report.id), textOf(manual.id)])
    const beside = { headers: { 'x-min-position': latestOf(positions) ?? '' } }
    const found = { in: 'text', excerpt: 'The pressure of pump 7 is low.' }

    const inFiles = await ann.call(searchFiles, { params: { query: 'PUMP acme 7' } }, beside)
    const inDocuments = await ann.call(searchDocuments, { params: { query: 'pump' } }, beside)
    const everywhere = await ann.call(searchEverything, { query: { q: 'pressure' } }, beside)
    const byBob = await bob.call(searchEverything, { query: { q: 'pressure' } }, beside)

    expect(inFiles.body).toMatchObject([{ id: report.id, name: 'Report', found }])
    expect(inDocuments.body).toMatchObject([{ id: manual.id, found }])
    expect(everywhere.body.groups).toMatchObject([
      {
        resource: 'files',
        total: 1,
        hits: [{ id: report.id, client: { id: client.id }, site: { id: site.id }, found }],
      },
      { resource: 'documents', total: 1, hits: [{ id: manual.id, found }] },
    ])
    expect(byBob.body.groups).toMatchObject([{ resource: 'documents', hits: [{ id: manual.id }] }])
  })
})
