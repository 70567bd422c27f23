import { z } from 'zod'
import { importFields, importKinds, recordKinds } from '#schemas/records/import-columns.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { fileDetails } from '../details/file.ts'
import type { EventOf } from '../event.ts'
import { CategoryId, ContentHash, ImportId, SiteId, TeamId, VisitId } from '../ids.ts'

export const ImportKind = z.enum(importKinds)
export type ImportKind = z.infer<typeof ImportKind>

/** Records that a table can be imported of. */
export const RecordKind = z.enum(recordKinds)
export type RecordKind = z.infer<typeof RecordKind>

/** What a manifest names and the team does not have, where it is to be made. */
export const MadeKind = z.enum(['clients', 'sites', 'visits', 'categories'])
export type MadeKind = z.infer<typeof MadeKind>

/** Columns of a file by the fields that somebody chose them for, own ones by their ids; '' says that the file has none. */
export const ChosenColumns = z.partialRecord(
  z.union([z.enum(importFields), z.templateLiteral(['field.', z.uuid()])]),
  z.string(),
)

/** A refused row, with the errors by column (D-07), and its recognised cells. */
const Refusal = z.object({
  row: z.int().min(1),
  external_id: z.string().nullable(),
  errors: z.record(z.string(), z.array(z.string())),
  cells: z.record(z.string(), z.unknown()),
})
export type Refusal = z.infer<typeof Refusal>

/** A file that a manifest announces, with where it belongs. */
const PlannedFile = z.object({
  row: z.int().min(1),
  localFileName: z.string(),
  siteId: SiteId,
  visitId: VisitId.nullable(),
  categoryIds: z.array(CategoryId),
  name: fileDetails.recorded.name,
  /** Null: on the day on which it comes. */
  completed_at: CalendarDate.nullable(),
  /** Null: by the rule of its categories. */
  expires_at: z.union([CalendarDate, z.literal('none')]).nullable(),
  size: z.int().min(1),
  hash: ContentHash,
})
export type PlannedFile = z.infer<typeof PlannedFile>

const count = z.int().min(0)
const one = { importId: ImportId, teamId: TeamId }
const named = { kind: ImportKind, fileName: z.string().nullable() }

export const importEvents = {
  /**
   * `hash` is that of the file: the same file sent again, with the same wishes, continues the run. `columns` are those
   * that were chosen; names tell the others, as they tell all of an import of before there was a choice. Tables of sites
   * make clients by `createClients`, manifests what is missing by `create`.
   */
  ImportStarted: z.object({
    ...one,
    ...named,
    hash: ContentHash,
    createClients: z.boolean(),
    create: z.array(MadeKind).optional(),
    columns: ChosenColumns.default({}),
    rows: count,
  }),
  /** `clientsCreated` are new clients that rows of sites named. */
  ImportFinished: z.object({
    ...one,
    created: count,
    updated: count,
    unchanged: count,
    refused: count,
    clientsCreated: count,
    unknownColumns: z.array(z.string()),
  }),
  /** Somebody wanted no further row of it; the same file sent again goes on with it. */
  ImportStopped: z.object({ ...one, ...named }),
  /** The same file came again after the run was stopped. */
  ImportResumed: z.object({ ...one, ...named }),
  /** `kept` are records that were changed since the import. */
  ImportUndone: z.object({ ...one, ...named, deleted: count, reverted: count, kept: count }),
}

export type ImportEvent = EventOf<typeof importEvents>

/** The results of the rows, in a stream of its own for each run, which keeps the team's import stream short. */
export const importRowEvents = {
  /** The first refused rows, in place of those that an earlier try of the run has refused. */
  ImportRowsRefused: z.object({ ...one, refusals: z.array(Refusal) }),
}

export type ImportRowEvent = EventOf<typeof importRowEvents>

/** The files of a manifest, in another stream for each run: they are many, and a second plan tells only what is new. */
export const importPlanEvents = {
  /**
   * Files that are wanted from now on, in place of what earlier plans of the run say of these rows; `dropped` are not, and
   * what `found` awaits has come to its site from elsewhere.
   */
  ImportRowsPlanned: z.object({
    ...one,
    files: z.array(PlannedFile),
    dropped: z.array(z.int()),
    found: z.array(z.int()),
  }),
  /** The whole manifest is planned; rows that are neither wanted nor refused are here already. */
  ImportPlanned: z.object({ ...one, refused: count, unknownColumns: z.array(z.string()) }),
}

export type ImportPlanEvent = EventOf<typeof importPlanEvents>
