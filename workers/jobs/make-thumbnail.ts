import { ContentMissing, type ContentStore } from '#api/adapters/content-store.ts'
import { fileDecider, type ThumbnailCommand, thumbnailOutcome } from '#api/domain/file.ts'
import { handleAt } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream } from '#api/event-store/streams.ts'
import { type Drawing, drawnAtOnce, type RendererPool } from '#api/renderer/rendering.ts'
import { type MakeThumbnail, makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import { jobHandler } from '#workers/queues/worker.ts'
import { contextOfJob } from '../command-context.ts'
import { isPurged, purgedReason } from './purged.ts'

/** Dependencies of the job. `now` returns the present time. */
export type ThumbnailTools = { ledger: Ledger; content: ContentStore; renderers: RendererPool; now: () => Date }

/** A file's stream begins with its upload, and most thumbnails are drawn before anything else happens to the file. */
const revisionOfUpload = 0n

type Outcome = Drawing | { drawn: false; refusal: typeof purgedReason }

const draw = async (job: MakeThumbnail, { ledger, content, renderers }: ThumbnailTools): Promise<Outcome> => {
  const { teamId, fileId, hash, mimeType } = job
  const stored = await content.find(teamId, hash)
  if (!stored && (await isPurged(ledger, teamId, { resource: 'files', id: fileId }))) {
    return { drawn: false, refusal: purgedReason }
  }
  // A missing content is not the file's fault: an upload is recorded after its content is stored. A volume may not be
  // mounted yet.
  if (!stored) throw new ContentMissing(teamId, hash, fileId)
  return stored.inFile((path) => renderers.draw({ path }, mimeType, { holder: teamId }))
}

const outcomeOf = async (job: MakeThumbnail, drawing: Outcome, content: ContentStore): Promise<ThumbnailCommand> => {
  const about = { fileId: job.fileId, teamId: job.teamId, of: job.hash }
  if (!drawing.drawn) return { type: 'RecordThumbnailFailure', failure: { ...about, reason: drawing.refusal } }
  const { bytes, width, height } = drawing.thumbnail
  const stored = await content.put(job.teamId, bytes, { maxBytes: maxUploadBytes })
  return {
    type: 'RecordThumbnail',
    thumbnail: { ...about, content: stored, mimeType: 'image/webp', width, height },
  }
}

/**
 * Draws the thumbnail of an upload and records it, or records that it cannot be drawn (D-72). Only a crash of the
 * renderer is retried, since its cause may be outside the file; at the last attempt it counts as the file's.
 * Running twice is safe: the same content is stored once, and a file with a settled thumbnail accepts no second event.
 */
export const makeThumbnailJob = (tools: ThumbnailTools) =>
  jobHandler({
    contract: makeThumbnail,
    concurrency: drawnAtOnce,
    run: async (job, { last }) => {
      const drawing = await draw(job, tools)
      if (!drawing.drawn && drawing.refusal === 'crashed' && !last) throw new Error('The renderer crashed')
      const command = await outcomeOf(job, drawing, tools.content)
      const context = contextOfJob(job, makeThumbnail.name, tools.now())
      const untouched = { revision: revisionOfUpload, events: [thumbnailOutcome(command)] }
      await handleAt(tools.ledger, fileDecider, fileStream(job.fileId), untouched, command, context)
    },
  })
