import { pathToFileURL } from 'node:url'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { textsAt } from '#api/adapters/open-content.ts'
import { openLedgerWithTexts } from '#api/event-store/attach-texts.ts'
import { textStream } from '#api/event-store/streams.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { extractText } from '#schemas/jobs/extract-text.ts'
import { filledForm, twoPages } from '#tests/api/renderer/documents.ts'
import { bytesIn } from '#tests/support/content.ts'
import { newCommandId, newFileId, newTeamId } from '#tests/support/new-ids.ts'
import { extractTextJob, maxTextBytes, tidied } from '#workers/jobs/extract-text.ts'
import { jobTools } from './job-tools.ts'

const { store, folder, content, renderers } = await jobTools()

/** A PDF with a page for each text. */
const pdfOf = async (...pages: string[]): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of pages) document.addPage([600, 800]).drawText(text, { x: 10, y: 780, size: 8, font })
  return document.save()
}

describe('the job that extracts the text of a PDF', () => {
  /** Stores the bytes and runs the job so many times; answers what is recorded. */
  const outcomeOf = async (bytes: Uint8Array, times = 1) => {
    const teamId = newTeamId()
    const subject = { resource: 'files', id: newFileId() } as const
    const { hash } = await content.put(teamId, bytes, { maxBytes: bytes.length })
    const payload = extractText.payload.parse({ eventId: newCommandId(), correlationId: '', subject, teamId, hash })
    const job = extractTextJob({ ledger: store.ledger, content, renderers, now: () => new Date() })
    for (let time = 0; time < times; time += 1) await job.run(payload, { last: false })
    const again = () => job.run({ ...payload, eventId: newCommandId() }, { last: false })
    const events = await store.ledger.read(textStream(subject))
    const [extracted] = events
    const stored = extracted?.type === 'TextExtracted' ? extracted.data.content : null
    const text = stored && String(await bytesIn(content, teamId, stored.hash))
    return { teamId, hash, subject, events, again, stored, text }
  }

  test('extracts the values of a form', async () => {
    const { text } = await outcomeOf(await filledForm('Valve 12 leaks'))

    expect(text).toContain('Valve 12 leaks')
  })

  test('stores the text of all pages as content, and none of it in the log', async () => {
    const bytes = await pdfOf('The pressure of pump 7\nis low.', 'Second page, naïve façade')

    const { events, stored, text, ...about } = await outcomeOf(bytes)

    expect(text).toBe('The pressure of pump 7 is low. Second page, naïve façade')
    expect(events).toMatchObject([
      {
        type: 'TextExtracted',
        data: { subject: about.subject, teamId: about.teamId, of: about.hash, content: stored },
      },
    ])
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('pump')
  })

  test('records one event when it runs twice', async () => {
    expect((await outcomeOf(await pdfOf('Twice'), 2)).events).toHaveLength(1)
  })

  test('records the text again for content that is brought back', async () => {
    const { again, subject } = await outcomeOf(await pdfOf('Back'))

    await again()

    const texts = await store.ledger.read(textStream(subject))
    expect(texts.map(({ data }) => data)).toEqual([texts[0]?.data, texts[0]?.data])
  })

  test.each([
    ['without any text', () => twoPages(595, 842)],
    ['that is none', async () => Buffer.from('%PDF-1.7 garbage')],
    ['cut off in the middle', async () => (await pdfOf('Half')).subarray(0, 200)],
  ])('records that a PDF %s has none', async (_, make) => {
    const { events } = await outcomeOf(await make())

    expect(events).toMatchObject([{ data: { content: null } }])
  })

  test('stores the beginning of a very long text', async () => {
    const page = 'ä word and another '.repeat(600)
    const { stored, text } = await outcomeOf(await pdfOf(...Array.from({ length: 30 }, () => page)))

    expect(stored?.size).toBeGreaterThan(maxTextBytes - 4)
    expect(stored?.size).toBeLessThanOrEqual(maxTextBytes)
    expect(text).toMatch(/^ä word and another ä/)
    expect(text).not.toContain('\ufffd')
  })

  test('provides the text to subscribers until it is purged', async () => {
    const { teamId, events } = await outcomeOf(await pdfOf('Read me'))
    const read = (): Promise<RecordedEvent> =>
      new Promise((resolve) => {
        const subscription = openLedgerWithTexts(store.log, store.keys, textsAt(pathToFileURL(folder).href)).subscribe(
          null,
          {
            advance: (_place, event) => {
              if (!event || event.id !== events[0]?.id) return
              void subscription.close()
              resolve(event)
            },
            caughtUp: () => {},
            ended: () => {},
          },
        )
      })

    expect(await read()).toMatchObject({ attached: 'Read me' })
    await content.purge(teamId)
    expect(await read()).not.toHaveProperty('attached')
  })
})

describe('a text', () => {
  test.each([
    ['two\r\nlines', 'two lines'],
    [' many \u00a0\t blanks\u0000 ', 'many blanks'],
    ['hyphen\ufffe\r\nated', 'hyphenated'],
    ['\ud800 half', '\ufffd half'],
    [' \n ', ''],
  ])('%j is tidied to %j', (text, tidy) => {
    expect(tidied(text)).toBe(tidy)
  })
})
