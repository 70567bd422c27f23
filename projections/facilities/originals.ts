import type { EventNamed } from '#schemas/events/registry.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { HeicType } from '#schemas/limits/upload-rules.ts'

/** The columns of what was sent instead of the content, all null where the content itself was sent. */
export type OriginalColumns = {
  original_type: HeicType | null
  original_hash: ContentHash | null
  original_size: number | null
}

/** Their declarations, and their names in selections. */
export const originalTables = 'original_type TEXT, original_hash TEXT, original_size INTEGER'
export const originalNames = ['original_type', 'original_hash', 'original_size'] as const

type Received = Pick<EventNamed<'FileUploaded'>['data'], 'content' | 'original'>
type Uploaded<Type> = Received & { localFileName: string; type: string; mimeType: Type }

/** The columns of what was uploaded. */
export const contentColumns = <Type>({ localFileName, type, mimeType, content, original }: Uploaded<Type>) => ({
  local_file_name: localFileName,
  type,
  mime_type: mimeType,
  hash: content.hash,
  size: content.size,
  original_type: original?.type ?? null,
  original_hash: original?.content.hash ?? null,
  original_size: original?.content.size ?? null,
})

/** The bytes that an upload takes: those of its content, and of what it was made of. */
export const bytesOf = ({ content, original }: Received): number => content.size + (original?.content.size ?? 0)
