import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ContentHash, ImportId, TeamId } from '../ids.ts'

/** Resources that can be imported. */
export const ImportKind = z.enum(['clients', 'sites'])
export type ImportKind = z.infer<typeof ImportKind>

/** A refused row, with the errors by column (D-07), and its recognised cells. */
const Refusal = z.object({
  row: z.int().min(1),
  external_id: z.string().nullable(),
  errors: z.record(z.string(), z.array(z.string())),
  cells: z.record(z.string(), z.unknown()),
})
export type Refusal = z.infer<typeof Refusal>

const count = z.int().min(0)
const one = { importId: ImportId, teamId: TeamId }
const named = { kind: ImportKind, fileName: z.string().nullable() }

export const importEvents = {
  /** `hash` is that of the file: the same file sent again continues the run. */
  ImportStarted: z.object({
    ...one,
    ...named,
    hash: ContentHash,
    createClients: z.boolean(),
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
  /** `kept` are records that were changed since the import. */
  ImportUndone: z.object({ ...one, ...named, deleted: count, reverted: count, kept: count }),
}

export type ImportEvent = EventOf<typeof importEvents>

/** The results of the rows, in a stream of its own for each run, which keeps the team's import stream short. */
export const importRowEvents = {
  /** The first refused rows. */
  ImportRowsRefused: z.object({ ...one, refusals: z.array(Refusal) }),
}

export type ImportRowEvent = EventOf<typeof importRowEvents>
