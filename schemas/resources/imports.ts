import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ImportKind } from '../events/import.ts'
import { ImportId } from '../ids.ts'
import { PageQuery } from '../page.ts'

const count = z.int().min(0)

const flag = z
  .enum(['true', 'false'], { error: 'It must be true or false.' })
  .default('false')
  .transform((value) => value === 'true')

const ImportQuery = z.object({
  dry_run: flag.meta({ description: 'Tells what would become of each row, and writes nothing.' }),
  create_clients: flag.meta({ description: 'Makes clients that sites name and nobody has.' }),
  file_name: z
    .string()
    .trim()
    .max(255, 'The file name may not be greater than 255 characters.')
    .optional()
    .meta({ description: 'What the file is called; shown with the run and in the history.' }),
})

const Errors = z.record(z.string(), z.array(z.string()))
const Cells = z.record(z.string(), z.unknown())

/**
 * What became of one row. `row` counts as in the file, the heading of a table included. `id` is null where the row was
 * refused, and where a dry run would have made something; `cells` is the row as it was sent.
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

/** What came of a whole file; `run` and `position` are null for a dry run. */
export const ImportSummary = z.object({
  run: ImportId.nullable(),
  dry_run: z.boolean(),
  rows: count,
  created: count,
  updated: count,
  unchanged: count,
  refused: count,
  /** Clients that sites named and nobody had. */
  clients_created: count,
  /** Columns that were not understood, and left out. */
  unknown_columns: z.array(z.string()),
  position: z.string().nullable(),
})
export type ImportSummary = z.infer<typeof ImportSummary>

/**
 * One line of the answer: a row's, in the order of the file, and at the end the summary, or why the run broke off. Where
 * neither ends it the run was interrupted; the same file sent again goes on with it.
 */
export const ImportLine = z.union([
  ImportVerdict,
  z.object({ summary: ImportSummary }),
  z.object({ error: z.object({ message: z.string() }) }),
])
export type ImportLine = z.infer<typeof ImportLine>

/** Bytes of the largest file that is taken: 200 MB. */
const largestImport = 200 * 1024 * 1024

const raw = { types: ['text/csv', 'application/x-ndjson'], maxBytes: largestImport } as const

/**
 * The file is the body of the request. What is wrong with it as a whole is refused before anything is written; else the
 * answer is `ImportLine`s, one a line, as rows are applied. Headers tell the run and how many rows there are:
 * `X-Import-Run` (not in a dry run), `X-Import-Rows`, `X-Import-Resumed`. Beside the right it needs the abilities to
 * create and update what the file is about.
 */
const send = {
  method: 'POST',
  access: 'import',
  query: ImportQuery,
  raw,
  response: 'content',
  content: { types: ['application/x-ndjson'], each: ImportLine },
  about:
    'The body is the file: a table with a heading (comma, semicolon or tab), or one JSON object a line. Columns are ' +
    '`external_id` and `name`; of sites also `postcode`, and `client` (an id, an external id or a name) or `client_id`. ' +
    'Rows are matched by external id, else by name, so the same file again changes nothing, and goes on with an import ' +
    'that broke off. The answer is one line a row, in their order, and at last the summary. `X-Import-Run`, ' +
    '`X-Import-Rows` and `X-Import-Resumed` tell which run it is. It needs the abilities to create and update as well.',
  status: 200,
} as const

export const importClients = endpoint({
  ...send,
  path: '/api/import/clients',
  summary: 'Import clients from a table, or go on with an import that broke off',
})

export const importSites = endpoint({
  ...send,
  path: '/api/import/sites',
  summary: 'Import sites from a table, or go on with an import that broke off',
})

/** One run. `interrupted`: it has not come to its end, and nobody is at it. */
export const ImportRun = z.object({
  id: ImportId,
  kind: ImportKind,
  file_name: z.string().nullable(),
  rows: count,
  status: z.enum(['running', 'interrupted', 'finished', 'undone']),
  started_at: z.iso.datetime(),
  /** Null for somebody who was erased. */
  started_by: z.string().nullable(),
  finished_at: z.iso.datetime().nullable(),
  undone_at: z.iso.datetime().nullable(),
  /** Of a run or of its undoing, while somebody is at it. */
  progress: z.object({ done: count, total: count, rows_per_second: z.number().min(0) }).nullable(),
  created: count,
  updated: count,
  /** These are known once it has come to its end. */
  unchanged: count.nullable(),
  refused: count.nullable(),
  clients_created: count.nullable(),
  unknown_columns: z.array(z.string()),
  undone: z.object({ deleted: count, reverted: count, kept: count }).nullable(),
})
export type ImportRun = z.infer<typeof ImportRun>

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  summary: 'Imports of the team, newest first',
  access: 'import',
  query: PageQuery,
  response: z.array(ImportRun),
  status: 200,
})

const one = z.object({ run: ImportId })

export const showImport = endpoint({
  method: 'GET',
  path: '/api/import/{run}',
  summary: 'One import, with its progress while it runs',
  access: 'import',
  params: one,
  response: ImportRun,
  status: 200,
})

/** A row that was refused: the cells that were understood, as they were sent. */
const RefusedRow = z.object({
  row: z.int().min(1),
  external_id: z.string().nullable(),
  errors: Errors,
  cells: Cells,
})
export type RefusedRow = z.infer<typeof RefusedRow>

/** Of a run the first thousand are kept; all of them are told while it runs. */
export const listRefusedRows = endpoint({
  method: 'GET',
  path: '/api/import/{run}/refused',
  summary: 'Rows that an import refused, in their order',
  access: 'import',
  params: one,
  query: PageQuery,
  response: z.array(RefusedRow),
  status: 200,
})

/** Records that somebody has worked on since are kept, and the first thousand of them named. */
export const undoImport = endpoint({
  method: 'POST',
  path: '/api/import/{run}/undo',
  summary: 'Take back an import, save what somebody has worked on since',
  access: 'import',
  params: one,
  response: z.object({
    deleted: count,
    reverted: count,
    kept: count,
    kept_records: z.array(z.object({ kind: ImportKind, id: z.string(), name: z.string() })),
  }),
  status: 200,
})
