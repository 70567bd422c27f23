import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ContentHash, ImportId, TeamId } from '../ids.ts'

/** What can be imported. */
export const ImportKind = z.enum(['clients', 'sites'])
export type ImportKind = z.infer<typeof ImportKind>

/** A row that was not taken, with the reasons by column (D-07), and the cells that were understood. */
const Refusal = z.object({
  row: z.int().min(1),
  externalId: z.string().nullable(),
  errors: z.record(z.string(), z.array(z.string())),
  cells: z.record(z.string(), z.unknown()),
})
export type Refusal = z.infer<typeof Refusal>

const count = z.int().min(0)
const one = { importId: ImportId, teamId: TeamId }
const named = { kind: ImportKind, fileName: z.string().nullable() }

export const importEvents = {
  /** `hash` is that of the file: sent again, it goes on with the same run. */
  ImportStarted: z.object({
    ...one,
    ...named,
    hash: ContentHash,
    createClients: z.boolean(),
    rows: count,
  }),
  /** `clientsCreated` are those that sites named and nobody had. */
  ImportFinished: z.object({
    ...one,
    created: count,
    updated: count,
    unchanged: count,
    refused: count,
    clientsCreated: count,
    unknownColumns: z.array(z.string()),
  }),
  /** `kept` are those that somebody has worked on since. */
  ImportUndone: z.object({ ...one, ...named, deleted: count, reverted: count, kept: count }),
}

export type ImportEvent = EventOf<typeof importEvents>

/** In a stream of its own for each run: what all runs of a team have to know stays short. */
export const importRowEvents = {
  /** The first rows that were refused. */
  ImportRowsRefused: z.object({ ...one, refusals: z.array(Refusal) }),
}

export type ImportRowEvent = EventOf<typeof importRowEvents>
