import { z } from 'zod'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { EventOf } from '../event.ts'
import {
  BulkId,
  CategoryId,
  ClientId,
  DocumentId,
  FieldId,
  FileId,
  SampleId,
  SiteId,
  TeamId,
  UserId,
  VisitId,
} from '../ids.ts'

const sample = { bulkId: BulkId, teamId: TeamId }

/**
 * Sample data of a team, a bulk change of its own kind: it is added once, and again only after it was removed. Its records
 * follow from the day and the id.
 */
export const sampleEvents = {
  SampleBegun: z.object({ ...sample, sampleId: SampleId, day: CalendarDate, addedBy: UserId }),
  SampleEnded: z.object(sample),
  /**
   * The records to delete, with all below them; the rest is kept. `records` counts the active ones of the set before.
   */
  SampleRemovalBegun: z.object({
    ...sample,
    clientIds: z.array(ClientId),
    siteIds: z.array(SiteId),
    visitIds: z.array(VisitId),
    fileIds: z.array(FileId),
    documentIds: z.array(DocumentId),
    categoryIds: z.array(CategoryId),
    fieldIds: z.array(FieldId).default([]),
    records: z.int().min(0),
  }),
  SampleRemovalEnded: z.object(sample),
}

export type SampleEvent = EventOf<typeof sampleEvents>
