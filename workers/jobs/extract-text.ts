import { ContentMissing, type ContentStore } from '#api/adapters/content-store.ts'
import { textDecider } from '#api/domain/picture.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { textStream } from '#api/event-store/streams.ts'
import type { Content } from '#schemas/events/file.ts'
import { type ExtractText, extractText } from '#schemas/jobs/extract-text.ts'
import { jobHandler } from '#workers/queues/worker.ts'
import { contextOfJob } from '../command-context.ts'
import type { ThumbnailTools } from './make-thumbnail.ts'
import { isPurged } from './purged.ts'

/** Bytes of text that are stored of one PDF, about a hundred pages. The rest cannot be searched. */
export const maxTextBytes = 200_000

/** Normalizes white space to single spaces and joins words that were hyphenated at the end of a line. */
export const tidied = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\ufffe\u00ad][\r\n]*/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Truncates a text to the limit, at a character boundary. */
const bytesOf = (text: string): Uint8Array => {
  const whole = new Uint8Array(maxTextBytes)
  const { written } = new TextEncoder().encodeInto(text, whole)
  return whole.subarray(0, written)
}

const store = async (content: ContentStore, { teamId }: ExtractText, text: string): Promise<Content | null> =>
  text === '' ? null : content.put(teamId, bytesOf(text), { maxBytes: maxTextBytes })

/**
 * Extracts the text of an uploaded PDF in the confined process, stores it as content and records it; an unreadable PDF
 * has no text. Only a crash of the renderer is retried, since its cause may be outside the file.
 * Running twice is safe: the same content is stored once, and a content with a recorded text accepts no second event.
 */
export const extractTextJob = ({ ledger, content, renderers, now }: ThumbnailTools) =>
  jobHandler({
    contract: extractText,
    concurrency: 1,
    run: async (job, { last }) => {
      const record = (text: Content | null) => {
        const extracted = { subject: job.subject, teamId: job.teamId, of: job.hash, content: text }
        const command = { type: 'RecordText', extracted } as const
        return handle(ledger, textDecider, textStream(job.subject), command, contextOfJob(job, extractText.name, now()))
      }
      const stored = await content.find(job.teamId, job.hash)
      if (!stored && (await isPurged(ledger, job.teamId, job.subject))) {
        await record(null)
        return
      }
      // A missing content is not the file's fault: an upload is recorded after its content is stored.
      if (!stored) throw new ContentMissing(job.teamId, job.hash, job.subject.id)
      const reading = await stored.inFile((path) => renderers.read({ path }, { holder: job.teamId }))
      if (!reading.read && reading.refusal === 'crashed' && !last) throw new Error('The renderer crashed')
      await record(await store(content, job, reading.read ? tidied(reading.text) : ''))
    },
  })
