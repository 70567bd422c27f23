import type { RecordedEvent } from '#schemas/events/registry.ts'
import { newsFor } from '../message.ts'

type Told = Pick<RecordedEvent, 'metadata'> & { data: { at: string } }

/**
 * Whether something happened about when it was recorded. A log that was restored from an older backup learns of what its
 * payers were told long ago.
 */
export const isNews = ({ metadata, data }: Told): boolean => Date.parse(metadata.at) - Date.parse(data.at) <= newsFor
