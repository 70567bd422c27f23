import { setImmediate as breath } from 'node:timers/promises'
import { BrokenTable, type TableRow } from '#api/adapters/table-rows.ts'
import { type Decision, decideRow, type Wishes } from '#api/domain/import-decisions.ts'
import type { Lookup } from '#api/domain/import-matching.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import type { ImportId } from '#schemas/ids.ts'
import { cellReader, type ReadColumns, withOwnHeadings } from './cell-reader.ts'
import { idOfRow } from './ids.ts'
import type { Decided, Scratch } from './scratch.ts'

export type Wish = Wishes &
  ReadColumns & {
    kind: RecordKind
    /** Null for a dry run. */
    run: ImportId | null
  }

/** The outcome of a record in an interrupted run. */
export type AppliedBefore = (kind: RecordKind, id: string) => 'created' | 'updated' | undefined

/**
 * `toMake` counts the records still to be created; `missingClients` counts the clients that sites name and the team
 * does not have.
 */
export type Totals = { rows: number; toMake: number; missingClients: number; unknownColumns: string[] }

/** Rows after which the event loop is released. */
const rowsAtOnce = 250

const asDecided = (decision: Decision, { run }: Wish, appliedBefore: AppliedBefore, kind: RecordKind): Decided => {
  const { row, external_id } = decision
  const bare = { row, external_id, order: null, errors: null, cells: null }
  switch (decision.verdict) {
    case 'refused':
      return { ...bare, verdict: 'refused', id: null, errors: decision.errors }
    case 'created': {
      const id = run && idOfRow(run, row)
      return { ...bare, verdict: 'created', id, order: decision.order }
    }
    default: {
      const { id, verdict } = decision
      const done = appliedBefore(kind, id)
      if (done) return { ...bare, verdict: done, id }
      return { ...bare, verdict, id, order: verdict === 'updated' ? decision.order : null }
    }
  }
}

/** The rows below a heading. Throws BrokenTable for a table without any, or without a column that was chosen. */
export const rowsIn = async function* (table: AsyncIterable<TableRow>, reader: ReturnType<typeof cellReader>) {
  let rows = 0
  for await (const item of table) {
    if ('columns' in item) {
      reader.head(item.columns)
      continue
    }
    rows += 1
    if (rows % rowsAtOnce === 0) await breath()
    yield item
  }
  if (rows === 0) throw new BrokenTable('The file has no rows.')
  reader.end()
}

/**
 * Decides every row of a file before anything is written. A dry run and a resumed run make the same decisions. Throws
 * BrokenTable if the file cannot be read, has unclear columns or has no rows.
 */
export const decideFile = async (
  table: AsyncIterable<TableRow>,
  wish: Wish,
  lookup: Lookup,
  appliedBefore: AppliedBefore,
  scratch: Scratch,
): Promise<Totals> => {
  const { kind, run } = wish
  const reader = cellReader(wish)
  const totals = { rows: 0, toMake: 0, missingClients: 0 }
  for await (const item of rowsIn(table, reader)) {
    totals.rows += 1
    const { row } = item
    if ('broken' in item) {
      const errors = { row: [item.broken] }
      scratch.add({ row, external_id: null, verdict: 'refused', id: null, order: null, errors, cells: item.cells })
      continue
    }
    const cells = withOwnHeadings(item.cells, wish.own)
    const decision = decideRow(kind, row, reader.read(cells), lookup, scratch.seen, wish)
    const decided = asDecided(decision, wish, appliedBefore, kind)
    // Refused rows create no client; a dry run tells what could be created.
    const refusedFor = decision.verdict === 'refused' && run === null ? decision.missing : undefined
    const client = refusedFor ?? decided.order?.client
    if (client && 'key' in client && scratch.miss(client)) totals.missingClients += 1
    if (decided.verdict === 'created' && decided.order) totals.toMake += 1
    scratch.add(decided.errors ? { ...decided, cells } : decided)
  }
  return { ...totals, unknownColumns: [...reader.unknown] }
}
