import { isDeepStrictEqual } from 'node:util'
import { WrongExpectedRevision } from '#api/event-store/port.ts'
import { importPlanStream } from '#api/event-store/streams.ts'
import type { ImportPlanEvent, PlannedFile } from '#schemas/events/import.ts'
import type { Run } from './apply-row.ts'
import { stepOf } from './ids.ts'
import type { ImportTools } from './tools.ts'

/** Files in one event, and their bytes: an append holds less than 1 MiB. */
const maxFiles = 500
const maxBytes = 400_000

/** Tries beside others who note that files are here. */
const mostTries = 20

type Planning = Pick<Run, 'id' | 'teamId' | 'context'>

/**
 * Records which files a run awaits: what differs from its earlier plan, which the read model holds. `end` says that the
 * manifest is planned to its end.
 */
export const openPlan = async ({ ledger, imports }: ImportTools, { id: importId, teamId, context }: Planning) => {
  const stream = importPlanStream(importId)
  const known = imports.planOf(importId)?.plan_revision ?? null
  const isFirst = known === null
  const listed = isFirst ? null : BigInt(known)
  let revision = (await ledger.read(stream, listed)).at(-1)?.revision ?? listed
  let files: PlannedFile[] = []
  let dropped: number[] = []
  let found: number[] = []
  let bytes = 0

  const append = async (event: ImportPlanEvent, tries = mostTries): Promise<string> => {
    const next = revision === null ? 0n : revision + 1n
    const id = stepOf(importId, `plan ${next} ${context.causationId}`)
    try {
      const position = await ledger.append(stream, revision ?? 'no-stream', [{ ...event, id, metadata: context }])
      revision = next
      return position
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || tries === 0) throw error
      revision = (await ledger.read(stream, revision)).at(-1)?.revision ?? revision
      return append(event, tries - 1)
    }
  }
  const flush = async () => {
    if (files.length + dropped.length + found.length === 0) return
    await append({ type: 'ImportRowsPlanned', data: { importId, teamId, files, dropped, found } })
    files = []
    dropped = []
    found = []
    bytes = 0
  }

  return {
    want: async (file: PlannedFile): Promise<void> => {
      const earlier = isFirst ? undefined : imports.planned(importId, file.row)
      if (earlier && earlier.here !== 'found' && isDeepStrictEqual(earlier.file, file)) return
      const size = Buffer.byteLength(JSON.stringify(file))
      if (bytes + size > maxBytes || files.length >= maxFiles) await flush()
      files.push(file)
      bytes += size
    },
    /** A row that an earlier plan awaits, and whose file has not come, is not awaited any more. */
    drop: async (row: number): Promise<void> => {
      if (isFirst || imports.planned(importId, row)?.here !== null) return
      dropped.push(row)
      if (dropped.length >= maxFiles) await flush()
    },
    /** What a row awaits is at its site, from elsewhere. */
    find: (row: number): void => void found.push(row),
    flush,
    end: async (refused: number, unknownColumns: string[]): Promise<string> => {
      await flush()
      return append({ type: 'ImportPlanned', data: { importId, teamId, refused, unknownColumns } })
    },
  }
}
