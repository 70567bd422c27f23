import type { ContentStore } from '#api/adapters/content-store.ts'
import { type PictureCommand, pictureDecider } from '#api/domain/picture.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { pictureStream, userStream } from '#api/event-store/streams.ts'
import { type DrawnFor, holderOf } from '#schemas/events/picture.ts'
import { type CropPicture, cropPicture } from '#schemas/jobs/crop-picture.ts'
import { maxUploadBytes } from '#schemas/upload-rules.ts'
import { contextOfJob } from '../command-context.ts'
import type { Drawing, Shape } from '../renderer/protocol.ts'
import { jobHandler } from '../worker.ts'
import type { ThumbnailTools } from './make-thumbnail.ts'
import { isPurged, purgedReason, type Thing } from './purged.ts'

const contextOf = ({ owner, ...asked }: CropPicture, now: Date) => {
  const teamId = owner.kind === 'user' ? null : owner.kind === 'team' ? owner.id : owner.teamId
  return contextOfJob({ ...asked, teamId }, cropPicture.name, now)
}

const shapeOf = ({ kind }: DrawnFor): Shape => (kind === 'user' || kind === 'team' ? 'square' : 'thumbnail')

/** Whether nobody is there any more who could want the picture; what is left of it then goes (D-90). */
const isErased = async ({ owner }: CropPicture, { ledger, content }: ThumbnailTools): Promise<boolean> => {
  if (owner.kind !== 'user') return false
  if ((await load(ledger, userDecider, userStream(owner.id))).status !== 'erased') return false
  await content.purge(owner.id)
  return true
}

const thingOf = (owner: Exclude<DrawnFor, { kind: 'user' }>): Thing => {
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
    if (await isPurged(ledger, teamId, thingOf(owner))) return { drawn: false, refusal: purgedReason }
  }
  // Never the picture's fault: an upload is recorded after its content is safe.
  if (!stored) throw new Error(`The content ${hash} of ${owner.kind} ${owner.id} is not in the store`)
  return renderers.draw(stored, mimeType, shapeOf(owner))
}

const outcomeOf = async (
  { owner, hash }: CropPicture,
  drawing: Outcome,
  content: ContentStore,
): Promise<PictureCommand> => {
  if (!drawing.drawn) return { type: 'RecordRefusal', refusal: { owner, of: hash, reason: drawing.refusal } }
  const stored = await content.put(holderOf(owner), drawing.thumbnail.webp, { maxBytes: maxUploadBytes })
  return { type: 'RecordCrop', crop: { owner, of: hash, content: stored } }
}

/**
 * Draws what is shown of a picture, without metadata, and records it, or that there can be none: of a user's or a
 * team's its square (D-68), of a client's or a site's all of it (D-72).
 * Running twice is safe: the same content is stored once, and a picture that waits for no outcome takes none.
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
      // The erasure may have come in between.
      if (await isErased(job, tools)) return
      await handle(ledger, pictureDecider, pictureStream(job.owner), command, contextOf(job, now()))
    },
  })
}
