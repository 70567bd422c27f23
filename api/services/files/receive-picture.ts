import type { ContentStore } from '#api/adapters/content-store.ts'
import { pictureDecider } from '#api/domain/picture.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { pictureStream } from '#api/event-store/streams.ts'
import type { UploadedFile } from '#api/http/route.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { PictureOwner } from '#schemas/events/picture.ts'
import { brokenPictureRule, maxUploadBytes, pictureTypes } from '#schemas/limits/upload-rules.ts'
import { receivedPicture } from './received-picture.ts'

const rule = { field: 'photo', types: pictureTypes, broken: brokenPictureRule }

/**
 * Stores the uploaded picture of a user or a team (D-68). Only the workers' renderer opens it and crops it to a square;
 * afterwards `pictures.urlOf(id)` returns its URL and `GET /photos/{id}` serves it. A route for another kind of owner
 * needs an upload named `photo` and a call of this function; job, read model and serving are shared.
 * Returns the log position. Throws 422 under `photo`.
 */
export const receivePicture = async (
  { ledger, content }: { ledger: Ledger; content: ContentStore },
  owner: PictureOwner,
  files: readonly UploadedFile[],
  context: CommandContext,
): Promise<string | null> => {
  const { file, type } = await receivedPicture(files, rule)
  const stored = await content.putFile(owner.id, file, { maxBytes: maxUploadBytes })
  const command = { type: 'UploadPicture', picture: { owner, content: stored, mimeType: type } } as const
  return (await handle(ledger, pictureDecider, pictureStream(owner), command, context)).position
}
