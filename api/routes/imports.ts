import { allPresent, fieldDecider } from '#api/domain/field.ts'
import { importsDecider } from '#api/domain/imports.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { fieldsStream, importsStream } from '#api/event-store/streams.ts'
import { list, resource } from '#api/http/answer.ts'
import { ndjson } from '#api/http/ndjson.ts'
import { HttpProblem, invalidField } from '#api/http/problem.ts'
import { type Call, type Route, route } from '#api/http/route.ts'
import { stepOf } from '#api/imports/ids.ts'
import { ownOf, prepareDryRun, prepareImport, type Sent } from '#api/imports/prepare.ts'
import { dryRunLines, importLines } from '#api/imports/run-import.ts'
import { isOpen } from '#api/imports/stopping.ts'
import type { FilesTools } from '#api/imports/tools.ts'
import { undoRun } from '#api/imports/undo-import.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { trashSight } from '#api/services/records/trash-sight.ts'
import { importer, otherImportRuns } from '#api/services/teams/may-import.ts'
import type { ImportQueries, ImportRow } from '#projections/imports/queries.ts'
import { type ImportKind, MadeKind, type RecordKind } from '#schemas/events/import.ts'
import { faultOfChoice } from '#schemas/records/import-columns.ts'
import {
  importClients,
  importSites,
  listImports,
  listRefusedRows,
  showImport,
  stopImport,
  undoImport,
} from '#schemas/resources/imports.ts'
import type { Ability } from '#schemas/rights/abilities.ts'
import { importPresenter } from './present-import.ts'

const notRunning = () => new HttpProblem(409, { message: 'The import is not running.' })

/** What sending further rows of a run needs. */
const sendingAbilities = (kind: ImportKind): Ability[] =>
  kind === 'files' ? ['files.create'] : [`${kind}.create`, `${kind}.update`]

/** What undoing a run needs: deleting what it has made, and for tables changing back what it has changed. */
const undoingAbilities = (imports: ImportQueries, { id, kind }: ImportRow): Ability[] => {
  const made = MadeKind.options.filter((each) => imports.counts(id, each).created > 0)
  if (kind === 'files') return ['files.delete', ...made.map((each) => `${each}.delete` as const)]
  return [`${kind}.update`, `${kind}.delete`, ...(kind === 'sites' ? (['clients.delete'] as const) : [])]
}

type Received = Pick<Call<typeof importSites>, 'actor' | 'query' | 'files' | 'context'>

type Setup = Omit<FilesTools, 'imports' | 'records'>

/** Imports of clients and sites from files, and the import runs of a team. */
export const importRoutes = (
  setup: Setup,
  { imports, records, directory: { accounts }, facilities: { trash } }: ReadModels,
): Route[] => {
  const tools: FilesTools = { ...setup, imports, records }

  const receive = async (kind: RecordKind, { actor, query, files, context }: Received) => {
    const createClients = query.create_clients && kind === 'sites'
    const { teamId } = importer(
      actor,
      `${kind}.create`,
      `${kind}.update`,
      ...(createClients ? (['clients.create'] as const) : []),
    )
    const fields = allPresent(await load(setup.ledger, fieldDecider, fieldsStream(teamId)))
    const fault = faultOfChoice(kind, query.columns, ownOf({ kind, fields }))
    if (fault) throw invalidField('columns', fault)
    const [file] = files
    if (!file) throw new Error('The request pipeline has read the file')
    const sent: Sent = {
      kind,
      teamId,
      path: file.path,
      context,
      createClients,
      missingClients: query.missing_clients,
      columns: query.columns,
      fields,
      fileName: query.file_name || null,
      format: file.type === 'text/csv' ? 'csv' : 'ndjson',
    }
    const prepared = await (query.dry_run ? prepareDryRun(tools, sent) : prepareImport(tools, sent))
    if (!prepared) throw otherImportRuns()
    const headers = { 'x-import-rows': String(prepared.totals.rows), 'x-import-resumed': String(prepared.resumed) }
    if (!('held' in prepared)) return ndjson(headers, dryRunLines(prepared))
    return ndjson({ ...headers, 'x-import-run': prepared.run }, importLines(tools, prepared), prepared.position)
  }

  const present = importPresenter(imports)

  const namesOf = (rows: readonly ImportRow[]) => accounts.namesOf(rows.flatMap(({ started_by }) => started_by ?? []))

  return [
    route(importClients, (call) => receive('clients', call)),
    route(importSites, (call) => receive('sites', call)),

    route(listImports, async ({ actor, query }) => {
      const { teamId } = importer(actor)
      // In this order: a run gives its lock back once the read models hold its end.
      const going = await setup.locks.progress(teamId)
      const page = imports.list(teamId, query)
      const names = namesOf(page.rows)
      return list(page, (row) => present(row, going, names))
    }),

    route(showImport, async ({ actor, params: { run } }) => {
      const { teamId } = importer(actor)
      const going = await setup.locks.progress(teamId)
      const row = orNotFound(imports.one(teamId, run))
      return resource(present(row, going, namesOf([row])))
    }),

    route(listRefusedRows, ({ actor, params: { run }, query }) => {
      orNotFound(imports.one(importer(actor).teamId, run))
      return list(imports.refused(run, query), ({ external_id, ...row }) => ({ ...row, external_id }))
    }),

    route(stopImport, async ({ actor, params: { run }, context }) => {
      const row = orNotFound(imports.one(importer(actor).teamId, run))
      const { kind, file_name: fileName } = row
      const { teamId } = importer(actor, ...sendingAbilities(kind))
      const going = await setup.locks.progress(teamId)
      const isGoing = kind === 'files' ? isOpen(row) : going?.run === run
      if (!isGoing || going?.undoing || row.finished_at) throw notRunning()
      const command = { type: 'StopImport', importId: run, teamId, kind, fileName } as const
      const { position } = await handle(setup.ledger, importsDecider, importsStream(teamId), command, context)
      if (position) await setup.hold(position)
      return resource(() => present(imports.one(teamId, run) ?? row, going, namesOf([row])), position)
    }),

    route(undoImport, async ({ actor, params: { run }, context }) => {
      const row = orNotFound(imports.one(importer(actor).teamId, run))
      const { teamId } = importer(actor, ...undoingAbilities(imports, row))
      const outcome = await undoRun(tools, teamId, row, context)
      if (!outcome) throw otherImportRuns()
      const entry = trash.ofCommand(trashSight(actor, new Date()), stepOf(run, 'undo'))
      return resource({ ...outcome.undone, trash_id: entry?.id ?? null }, outcome.position)
    }),
  ]
}
