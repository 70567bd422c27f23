import type { ContentStore } from '#api/adapters/content-store.ts'
import { pictureDecider } from '#api/domain/picture.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { pictureStream } from '#api/event-store/streams.ts'
import { invalidField } from '#api/http/problem.ts'
import type { UploadedFile } from '#api/http/route.ts'
import { typeOfBytes } from '#api/http/type-of-bytes.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { PictureOwner } from '#schemas/events/picture.ts'
import { brokenPictureRule, invalidFileType, maxUploadBytes, pictureTypes } from '#schemas/limits/upload-rules.ts'

/** The form field of a picture, its allowed types, and a function that returns the message of a broken rule. */
type PictureRule<Type extends string> = {
  field: string
  types: readonly Type[]
  broken: (file: { type: string; size: number }) => string | undefined
}

/**
 * The single picture of a request, whose bytes match the declared type (D-46): of a HEIC the JPEG, while the limit of bytes
 * is about what was sent. Throws 422 under its field.
 */
export const receivedPicture = async <Type extends string>(
  [file]: readonly UploadedFile[],
  { field, types, broken }: PictureRule<Type>,
): Promise<{ file: UploadedFile; type: Type }> => {
  if (!file) throw invalidField(field, `The ${field} field is required.`)
  const message = broken({ type: file.type, size: (file.original ?? file).size })
  if (message) throw invalidField(field, message)
  const mime = await typeOfBytes(file.path)
  const type = types.find((allowed) => allowed === mime && allowed === file.type)
  if (!type) throw invalidField(field, invalidFileType)
  return { file, type }
}

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
