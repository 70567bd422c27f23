import type { OriginalColumns } from '#projections/facilities/originals.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'

/** The photo that the content was made of; null where the content itself was sent. */
export const presentOriginal = ({ original_type: type, original_size: size }: OriginalColumns): SiteFile['original'] =>
  type === null || size === null ? null : { type, size, human_readable_size: humanReadableSize(size) }
