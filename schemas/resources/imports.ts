import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { importTypes, maxImportBytes } from '#schemas/limits/upload-rules.ts'
import { endpoint } from '../endpoint.ts'
import { ChosenColumns, ImportKind, MadeKind } from '../events/import.ts'
import { ImportId, TrashId } from '../ids.ts'

export const count = z.int().min(0)

export const flag = z
  .enum(['true', 'false'], { error: 'It must be true or false.' })
  .default('false')
  .transform((value) => value === 'true')

/** Chosen columns as the text of a JSON object. */
export const columnsText = z
  .string()
  .max(10_000, 'The columns may not be greater than 10000 characters.')
  .optional()
  .transform((text, context) => {
    try {
      return ChosenColumns.parse(JSON.parse(text ?? '{}'))
    } catch {
      context.addIssue('The columns must be an object with fields and the names of their columns.')
      return z.NEVER
    }
  })

export const dryRun = flag.meta({ description: 'Answers what would happen to each row, and writes nothing.' })

export const sentFileName = z
  .string()
  .trim()
  .max(255, 'The file name may not be greater than 255 characters.')
  .optional()
  .meta({ description: 'What the file is called; shown with the run and in the history.' })

const ImportQuery = z.object({
  dry_run: dryRun,
  create_clients: flag.meta({ description: 'Makes clients that sites name and nobody has.' }),
  missing_clients: flag.meta({
    description:
      'Whether a dry run also answers `missing_client`, a line after the rows for each client that sites name and ' +
      'nobody has, once, with the number of its rows.',
  }),
  columns: columnsText.meta({
    description:
      'Which columns fill which fields, as a JSON object such as `{"name": "Firma", "postcode": ""}`; an empty text for ' +
      'none. Own fields are called `field.<id>`. Names of columns tell the other fields.',
  }),
  file_name: sentFileName,
})

/** Records that rows name and nobody had. */
export const MadeCounts = z.object({ clients: count, sites: count, visits: count, categories: count })
export type MadeCounts = z.infer<typeof MadeCounts>

export const Errors = z.record(z.string(), z.array(z.string()))
const Cells = z.record(z.string(), z.unknown())

/**
 * The result of one row. `row` is its number in the file, the heading of a table included. `id` is null for a refused
 * row, and in a dry run for a new record; `cells` is the row as sent.
 */
export const ImportVerdict = z.object({
  row: z.int().min(1),
  external_id: z.string().nullable(),
  verdict: z.enum(['created', 'updated', 'unchanged', 'refused']),
  id: z.string().nullable(),
  errors: Errors.optional(),
  cells: Cells.optional(),
})
export type ImportVerdict = z.infer<typeof ImportVerdict>

/** The result of a whole file; `run` and `position` are null for a dry run. */
export const ImportSummary = z.object({
  run: ImportId.nullable(),
  dry_run: z.boolean(),
  rows: count,
  created: count,
  updated: count,
  unchanged: count,
  refused: count,
  /** New clients that rows of sites named. */
  clients_created: count,
  /** Unknown columns, which were ignored. */
  unknown_columns: z.array(z.string()),
  position: z.string().nullable(),
})
export type ImportSummary = z.infer<typeof ImportSummary>

/**
 * A client that sites name and the team does not have, as the first of them writes it. Where that is wished it is
 * created for this many rows; else this many rows are refused.
 */
const MissingClient = z.object({ name: z.string(), rows: count })
export type MissingClient = z.infer<typeof MissingClient>

/**
 * One line of the answer: that of a row, in the order of the file, now and then the number of rows that lists show by
 * then, in a dry run that was asked for them after the rows each missing client once, and at the end, once lists show
 * all, the summary, or the reason of a failure; `stopped` if it is that somebody has stopped the import. Without either
 * the run was interrupted; the same file sent again continues it. Callers ignore lines of other kinds, which later
 * versions may add.
 */
export const ImportLine = z.union([
  ImportVerdict,
  z.object({ listed: count }),
  z.object({ missing_client: MissingClient }),
  z.object({ summary: ImportSummary }),
  z.object({ error: z.object({ message: z.string(), stopped: z.literal(true).optional() }) }),
])
export type ImportLine = z.infer<typeof ImportLine>

/** The key that tells the kind of a line. */
export const importLineKinds = ['row', 'listed', 'missing_client', 'summary', 'error'] as const

/**
 * The file is the body of the request. An invalid file is refused before anything is written; otherwise the answer is
 * `ImportLine`s, one a line, as rows are applied. Headers give the run and the number of rows: `X-Import-Run` (not in a
 * dry run), `X-Import-Rows`, `X-Import-Resumed`. In addition to the right it needs the abilities to create and update
 * the imported resource.
 */
const send = {
  access: 'import',
  caller: { impersonated: 'Records are imported and taken back.' },
  query: ImportQuery,
  transport: { raw: { types: importTypes }, content: { types: ['application/x-ndjson'], each: ImportLine } },
  limits: { maxBytes: maxImportBytes },
  response: 'content',
  about:
    'The body is the file: a table with a heading (comma, semicolon or tab), or one JSON object a line. Columns are ' +
    '`id` (of a record of the team, as exported), `external_id` and `name`; of sites also `postcode`, and `client` (an id, ' +
    'an external id or a name) or `client_id`; own fields stand under their names, with ` (field)` behind one that has ' +
    'another name for a column. Rows are matched by id, else by external id, else by name, so the same ' +
    'file again changes nothing, and goes on with an import that broke off. The answer is one line a row, in their ' +
    'order, between them `listed`, the number of rows that lists show by then, in a dry run after them each missing ' +
    'client once, and at last, once lists show all, however long that takes, the summary. `X-Import-Run`, `X-Import-Rows` and `X-Import-Resumed` tell which run it is. It needs the abilities to ' +
    'create and update as well.',
} as const

export const importClients = endpoint('POST /api/import/clients', {
  ...send,
  summary: 'Import clients from a table, or go on with an import that broke off',
})

export const importSites = endpoint('POST /api/import/sites', {
  ...send,
  summary: 'Import sites from a table, or go on with an import that broke off',
})

/**
 * One run. `interrupted`: it has not ended, and no process is working on it, or no file of it has come for ten minutes;
 * `stopped`: because somebody wanted that. Rows of files are `created` once their bytes are here.
 */
export const ImportRun = z.object({
  id: ImportId,
  kind: ImportKind,
  file_name: z.string().nullable(),
  /** The columns that were chosen, by field; names told the others. */
  columns: ChosenColumns,
  rows: count,
  status: z.enum(['running', 'interrupted', 'stopped', 'finished', 'undone']),
  started_at: z.iso.datetime(),
  /** Null for an erased person. */
  started_by: z.string().nullable(),
  finished_at: z.iso.datetime().nullable(),
  undone_at: z.iso.datetime().nullable(),
  /** Null once it has gone on since. */
  stopped_at: z.iso.datetime().nullable(),
  /** Progress of a run or of its undoing, while a process is working on it. */
  progress: z
    .object({
      done: count,
      listed: count,
      total: count,
      rows_per_second: z.number().min(0),
      undoing: z.boolean(),
      /** Of the files of a manifest. */
      bytes: z.object({ done: count, total: count }).optional(),
    })
    .nullable(),
  created: count,
  updated: count,
  /** New clients that rows of sites or files named; what those of files named besides is in `made`. */
  clients_created: count,
  made: MadeCounts,
  /** Present once the run has ended. */
  unchanged: count.nullable(),
  refused: count.nullable(),
  unknown_columns: z.array(z.string()),
  undone: z.object({ deleted: count, reverted: count, kept: count }).nullable(),
})
export type ImportRun = z.infer<typeof ImportRun>

export const listImports = endpoint('GET /api/imports', {
  summary: 'Imports of the team, newest first',
  access: 'import',
  query: PageQuery,
  response: z.array(ImportRun),
})

const one = z.object({ run: ImportId })

export const showImport = endpoint('GET /api/import/{run}', {
  summary: 'One import, with its progress while it runs',
  access: 'import',
  params: one,
  response: ImportRun,
})

/** A refused row: its recognised cells, as sent. */
const RefusedRow = z.object({
  row: z.int().min(1),
  external_id: z.string().nullable(),
  errors: Errors,
  cells: Cells,
})
export type RefusedRow = z.infer<typeof RefusedRow>

/** The first thousand of a run are stored; the running import reports all of them. */
export const listRefusedRows = endpoint('GET /api/import/{run}/refused', {
  summary: 'Rows that an import refused, in their order',
  access: 'import',
  params: one,
  query: PageQuery,
  response: z.array(RefusedRow),
})

/**
 * Written rows stay, and the run is `stopped` once the rows under way are done: it may still be
 * `running` in the answer. 409 if the import is not running.
 */
export const stopImport = endpoint('POST /api/import/{run}/stop', {
  summary: 'Stop an import that is running; what was written stays',
  access: 'import',
  caller: { impersonated: 'Records are imported and taken back.' },
  params: one,
  response: ImportRun,
})

/** Records that were changed since are kept, and the first thousand of them named. */
export const undoImport = endpoint('POST /api/import/{run}/undo', {
  summary: 'Undo an import, except what someone has worked on since',
  access: 'import',
  caller: { impersonated: 'Records are imported and taken back.' },
  params: one,
  response: z.object({
    deleted: count,
    reverted: count,
    kept: count,
    kept_records: z.array(z.object({ kind: z.enum([...MadeKind.options, 'files']), id: z.string(), name: z.string() })),
    /** The entry of the trash with what was deleted, for POST /api/trash/{id}/restore; null while there is none. */
    trash_id: TrashId.nullable(),
  }),
})
