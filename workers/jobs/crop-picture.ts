import { ContentMissing, type ContentStore } from '#api/adapters/content-store.ts'
import { type PictureCommand, pictureDecider } from '#api/domain/picture.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { pictureStream, userStream } from '#api/event-store/streams.ts'
import type { Drawing, Shape } from '#api/renderer/rendering.ts'
import { type DrawnFor, holderOf } from '#schemas/events/picture.ts'
import { type CropPicture, cropPicture } from '#schemas/jobs/crop-picture.ts'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import { jobHandler } from '#workers/queues/worker.ts'
import { contextOfJob } from '../command-context.ts'
import type { ThumbnailTools } from './make-thumbnail.ts'
import { isPurged, purgedReason, type TeamRecord } from './purged.ts'

const contextOf = ({ owner, ...job }: CropPicture, now: Date) => {
  const teamId = owner.kind === 'user' ? null : owner.kind === 'team' ? owner.id : owner.teamId
  return contextOfJob({ ...job, teamId }, cropPicture.name, now)
}

const shapeOf = ({ kind }: DrawnFor): Shape => (kind === 'user' || kind === 'team' ? 'square' : 'thumbnail')

/** Whether the user of the picture is erased; the content that is left is then removed (D-90). */
const isErased = async ({ owner }: CropPicture, { ledger, content }: ThumbnailTools): Promise<boolean> => {
  if (owner.kind !== 'user') return false
  if ((await load(ledger, userDecider, userStream(owner.id))).status !== 'erased') return false
  await content.purge(owner.id)
  return true
}

const recordOf = (owner: Exclude<DrawnFor, { kind: 'user' }>): TeamRecord => {
  if (owner.kind === 'client') return { resource: 'clients', id: owner.id }
  return owner.kind === 'site' ? { resource: 'sites', id: owner.id } : { resource: 'teams', id: owner.id }
}

type Outcome = Drawing | { drawn: false; refusal: typeof purgedReason }

const draw = async ({ owner, hash, mimeType }: CropPicture, tools: ThumbnailTools): Promise<Outcome> => {
  const { ledger, content, renderers } = tools
  const holder = holderOf(owner)
  const stored = await content.find(holder, hash)
  if (!stored && owner.kind !== 'user') {
    const teamId = 'teamId' in owner ? owner.teamId : owner.id
    if (await isPurged(ledger, teamId, recordOf(owner))) return { drawn: false, refusal: purgedReason }
  }
  // A missing content is not the picture's fault: an upload is recorded after its content is stored.
  if (!stored) throw new ContentMissing(holder, hash, owner.kind)
  return stored.inFile((path) => renderers.draw({ path }, mimeType, { holder, shape: shapeOf(owner) }))
}

const outcomeOf = async (
  { owner, hash }: CropPicture,
  drawing: Outcome,
  content: ContentStore,
): Promise<PictureCommand> => {
  if (!drawing.drawn) return { type: 'RecordRefusal', refusal: { owner, of: hash, reason: drawing.refusal } }
  const stored = await content.put(holderOf(owner), drawing.thumbnail.bytes, { maxBytes: maxUploadBytes })
  return { type: 'RecordCrop', crop: { owner, of: hash, content: stored } }
}

/**
 * Draws a picture without its metadata and records it, or records that it cannot be drawn: a square for a user or a
 * team (D-68), the whole image for a client or a site (D-72).
 * Running twice is safe: the same content is stored once, and a picture that waits for no outcome accepts none.
 */
export const cropPictureJob = (tools: ThumbnailTools) => {
  const { ledger, content, now } = tools
  return jobHandler({
    contract: cropPicture,
    concurrency: 1,
    run: async (job, { last }) => {
      if (await isErased(job, tools)) return
      const drawing = await draw(job, tools)
      if (!drawing.drawn && drawing.refusal === 'crashed' && !last) throw new Error('The renderer crashed')
      const command = await outcomeOf(job, drawing, content)
      // The erasure may have happened meanwhile.
      if (await isErased(job, tools)) return
      await handle(ledger, pictureDecider, pictureStream(job.owner), command, contextOf(job, now()))
    },
  })
}
