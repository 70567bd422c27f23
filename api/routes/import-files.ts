import { resource } from '#api/http/answer.ts'
import { ndjson } from '#api/http/ndjson.ts'
import { HttpProblem, invalidField, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { dryRun } from '#api/imports/dry-run-files.ts'
import { finishFiles } from '#api/imports/finish-files.ts'
import type { SentManifest } from '#api/imports/manifest-plan.ts'
import { planImport } from '#api/imports/plan-files.ts'
import type { FilesTools } from '#api/imports/tools.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { importer, otherImportRuns } from '#api/services/teams/may-import.ts'
import { faultOfChoice } from '#schemas/records/import-columns.ts'
import { finishImport, importFiles } from '#schemas/resources/import-files.ts'
import { counted } from '#schemas/text/counted.ts'
import { importPresenter } from './present-import.ts'

/** Imports of files: their manifests, and their ends. */
export const importFileRoutes = (
  setup: Omit<FilesTools, 'imports' | 'records'>,
  { imports, records, directory }: ReadModels,
): Route[] => {
  const tools: FilesTools = { ...setup, imports, records }
  const present = importPresenter(imports)

  return [
    route(importFiles, async ({ actor, query, files, context }) => {
      const { create, columns } = query
      const { teamId } = importer(actor, 'files.create', ...create.map((kind) => `${kind}.create` as const))
      const fault = faultOfChoice('files', columns, [])
      if (fault) throw invalidField('columns', fault)
      const [file] = files
      if (!file) throw new Error('The request pipeline has read the file')
      const sent: SentManifest = {
        kind: 'files',
        teamId,
        path: file.path,
        context,
        createClients: false,
        create,
        columns,
        fileName: query.file_name || null,
        format: file.type === 'text/csv' ? 'csv' : 'ndjson',
      }
      const answer = await (query.dry_run ? dryRun(tools, sent) : planImport(tools, sent))
      if (!answer) throw otherImportRuns()
      return ndjson(answer.headers, answer.lines)
    }),

    route(finishImport, async ({ actor, params: { run: id }, query: { leave }, context }) => {
      const { teamId } = importer(actor, 'files.create')
      const run = orNotFound(imports.one(teamId, id))
      if (run.kind !== 'files') throw notFound()
      if (run.undone_at) throw new HttpProblem(409, { message: 'The import has been undone.' })
      const ended = await finishFiles(tools, teamId, run, leave, context)
      if ('wanted' in ended) {
        const { wanted } = ended
        throw new HttpProblem(409, { message: `The import still awaits ${counted(wanted, 'file', 'files')}.`, wanted })
      }
      const names = directory.accounts.namesOf(run.started_by ? [run.started_by] : [])
      return resource(() => present(imports.one(teamId, id) ?? run, undefined, names), ended.position)
    }),
  ]
}
