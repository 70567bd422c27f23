import type { ImportEvent, ImportKind } from '#schemas/events/import.ts'
import type { ContentHash, ImportId } from '#schemas/ids.ts'
import { type ColumnChoice, importFields } from '#schemas/records/import-columns.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends ImportEvent['type']> = Extract<ImportEvent, { type: Type }>['data']

type Run = {
  kind: ImportKind
  hash: ContentHash
  createClients: boolean
  columns: ColumnChoice
  status: 'open' | 'stopped' | 'finished' | 'undone'
}

/** All imports of one team. */
export type Imports = { runs: ReadonlyMap<ImportId, Run> }

export type ImportsCommand =
  | ({ type: 'StartImport' } & DataOf<'ImportStarted'>)
  | ({ type: 'FinishImport' } & DataOf<'ImportFinished'>)
  | ({ type: 'StopImport' } & DataOf<'ImportStopped'>)
  | ({ type: 'UndoImport' } & DataOf<'ImportUndone'>)

type CommandNamed<Type extends ImportsCommand['type']> = Extract<ImportsCommand, { type: Type }>

const initialState: Imports = { runs: new Map() }

const withStatus = ({ runs }: Imports, importId: ImportId, status: Run['status']): Imports => {
  const run = runs.get(importId)
  return run ? { runs: new Map(runs).set(importId, { ...run, status }) } : { runs }
}

const evolve = (imports: Imports, event: ImportEvent): Imports => {
  switch (event.type) {
    case 'ImportStarted': {
      const { importId, kind, hash, createClients, columns } = event.data
      return { runs: new Map(imports.runs).set(importId, { kind, hash, createClients, columns, status: 'open' }) }
    }
    case 'ImportFinished':
      return withStatus(imports, event.data.importId, 'finished')
    case 'ImportStopped':
      return withStatus(imports, event.data.importId, 'stopped')
    case 'ImportResumed':
      return withStatus(imports, event.data.importId, 'open')
    case 'ImportUndone':
      return withStatus(imports, event.data.importId, 'undone')
    default:
      event satisfies never
      return imports
  }
}

type Sent = Omit<Run, 'status'>

const isSame = (one: Sent, other: Sent): boolean =>
  one.kind === other.kind &&
  one.hash === other.hash &&
  one.createClients === other.createClients &&
  importFields.every((field) => one.columns[field] === other.columns[field])

const isUnfinished = ({ status }: Run): boolean => status === 'open' || status === 'stopped'

/** The unfinished run of the same file with the same options: the run to resume. */
export const openRun = ({ runs }: Imports, sent: Sent): ImportId | undefined =>
  [...runs].find(([, run]) => isUnfinished(run) && isSame(run, sent))?.[0]

const runOf = ({ runs }: Imports, importId: ImportId): Run => {
  const run = runs.get(importId)
  if (!run) throw new RuleBroken('import-not-found')
  return run
}

/** A run that was undone cannot start again: its records are in the trash. One that was stopped goes on. */
const start = (imports: Imports, { type: _, ...data }: CommandNamed<'StartImport'>): ImportEvent[] => {
  const { importId, teamId, kind, fileName } = data
  const status = imports.runs.get(importId)?.status
  if (status === 'undone') throw new RuleBroken('import-undone')
  if (status === 'stopped') return [{ type: 'ImportResumed', data: { importId, teamId, kind, fileName } }]
  return status === undefined ? [{ type: 'ImportStarted', data }] : []
}

const finish = (imports: Imports, { type: _, ...data }: CommandNamed<'FinishImport'>): ImportEvent[] =>
  isUnfinished(runOf(imports, data.importId)) ? [{ type: 'ImportFinished', data }] : []

/** The same file sent again goes on with a run that was stopped. */
const stop = (imports: Imports, { type: _, ...data }: CommandNamed<'StopImport'>): ImportEvent[] =>
  runOf(imports, data.importId).status === 'open' ? [{ type: 'ImportStopped', data }] : []

/** An interrupted run can be undone, too. */
const undo = (imports: Imports, { type: _, ...data }: CommandNamed<'UndoImport'>): ImportEvent[] =>
  runOf(imports, data.importId).status === 'undone' ? [] : [{ type: 'ImportUndone', data }]

const decide = (imports: Imports, command: ImportsCommand): ImportEvent[] => {
  switch (command.type) {
    case 'StartImport':
      return start(imports, command)
    case 'FinishImport':
      return finish(imports, command)
    case 'StopImport':
      return stop(imports, command)
    case 'UndoImport':
      return undo(imports, command)
    default:
      command satisfies never
      return []
  }
}

/** The imports of a team. They let a file that is sent again resume its interrupted run. */
export const importsDecider: Decider<Imports, ImportsCommand, ImportEvent> = { initialState, evolve, decide }
