import type { ImportEvent, ImportKind, MadeKind } from '#schemas/events/import.ts'
import type { ContentHash, ImportId } from '#schemas/ids.ts'
import type { ColumnChoice, ImportField } from '#schemas/records/import-columns.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends ImportEvent['type']> = Extract<ImportEvent, { type: Type }>['data']

type Run = {
  kind: ImportKind
  hash: ContentHash
  createClients: boolean
  create?: readonly MadeKind[] | undefined
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

const initialState: Imports = { runs: new Map() }

const withStatus = ({ runs }: Imports, importId: ImportId, status: Run['status']): Imports => {
  const run = runs.get(importId)
  return run ? { runs: new Map(runs).set(importId, { ...run, status }) } : { runs }
}

const evolve = evolveBy<Imports, ImportEvent>({
  ImportStarted: (imports, { importId, kind, hash, createClients, create, columns }) => ({
    runs: new Map(imports.runs).set(importId, { kind, hash, createClients, create, columns, status: 'open' }),
  }),
  ImportFinished: (imports, data) => withStatus(imports, data.importId, 'finished'),
  ImportStopped: (imports, data) => withStatus(imports, data.importId, 'stopped'),
  ImportResumed: (imports, data) => withStatus(imports, data.importId, 'open'),
  ImportUndone: (imports, data) => withStatus(imports, data.importId, 'undone'),
})

type Sent = Omit<Run, 'status'>

const isSameChoice = (one: ColumnChoice, other: ColumnChoice): boolean => {
  const all = Object.entries<string | undefined>(other)
  return Object.keys(one).length === all.length && all.every(([field, column]) => one[field as ImportField] === column)
}

const isSame = (one: Sent, other: Sent): boolean =>
  one.kind === other.kind &&
  one.hash === other.hash &&
  one.createClients === other.createClients &&
  String(one.create) === String(other.create) &&
  isSameChoice(one.columns, other.columns)

const isUnfinished = ({ status }: Run): boolean => status === 'open' || status === 'stopped'

/** The newest unfinished run of the same file with the same options: the run to resume. */
export const openRun = ({ runs }: Imports, sent: Sent): ImportId | undefined =>
  [...runs].findLast(([, run]) => isUnfinished(run) && isSame(run, sent))?.[0]

const runOf = ({ runs }: Imports, importId: ImportId): Run => {
  const run = runs.get(importId)
  if (!run) throw new RuleBroken('import-not-found')
  return run
}

const decide = decideBy<Imports, ImportsCommand, ImportEvent>({
  /** A run that was undone cannot start again: its records are in the trash. One that was stopped goes on. */
  StartImport: (imports, { type: _, ...data }) => {
    const { importId, teamId, kind, fileName } = data
    const status = imports.runs.get(importId)?.status
    if (status === 'undone') throw new RuleBroken('import-undone')
    if (status === 'stopped') return [{ type: 'ImportResumed', data: { importId, teamId, kind, fileName } }]
    return status === undefined ? [{ type: 'ImportStarted', data }] : []
  },
  FinishImport: (imports, { type: _, ...data }) =>
    isUnfinished(runOf(imports, data.importId)) ? [{ type: 'ImportFinished', data }] : [],
  /** The same file sent again goes on with a run that was stopped. */
  StopImport: (imports, { type: _, ...data }) =>
    runOf(imports, data.importId).status === 'open' ? [{ type: 'ImportStopped', data }] : [],
  /** An interrupted run can be undone, too. */
  UndoImport: (imports, { type: _, ...data }) =>
    runOf(imports, data.importId).status === 'undone' ? [] : [{ type: 'ImportUndone', data }],
})

/** The imports of a team. They let a file that is sent again resume its interrupted run. */
export const importsDecider: Decider<Imports, ImportsCommand, ImportEvent> = { initialState, evolve, decide }
