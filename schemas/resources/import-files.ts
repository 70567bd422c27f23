import { z } from 'zod'
import { importTypes, maxImportBytes, uploadTypes } from '#schemas/limits/upload-rules.ts'
import { endpoint } from '../endpoint.ts'
import { MadeKind } from '../events/import.ts'
import { FileId, ImportId } from '../ids.ts'
import { SiteFile } from './files.ts'
import { columnsText, count, dryRun, Errors, flag, ImportRun, MadeCounts, sentFileName } from './imports.ts'

/** Rows of a manifest at most. */
export const mostManifestRows = 100_000

const impersonated = 'Records are imported and taken back.'

const createText = z
  .string()
  .optional()
  .transform((text, context) => {
    const parsed = z.array(MadeKind).safeParse(text?.split(',').filter((each) => each !== '') ?? [])
    if (parsed.success) return MadeKind.options.filter((kind) => parsed.data.includes(kind))
    context.addIssue(`It must name what to create: ${MadeKind.options.join(', ')}.`)
    return z.NEVER
  })

/**
 * The plan of one row; `row` is its number in the manifest, the heading of a table included. `wanted`: its bytes are
 * awaited; `unchanged`: the site has these bytes already, as the file with this `id`. `id` is that of the file to come;
 * null for a refused row, and in a dry run.
 */
export const FileVerdict = z.object({
  row: z.int().min(1),
  path: z.string(),
  verdict: z.enum(['wanted', 'unchanged', 'refused']),
  id: FileId.nullable(),
  errors: Errors.optional(),
})
export type FileVerdict = z.infer<typeof FileVerdict>

const named = { name: z.string(), rows: count }

/** What rows name and the team does not have, once each as its first row writes it; a category is its path. */
export const MissingRecords = z.object({
  clients: z.array(z.object(named)),
  /** `client` is null where the manifest names none. */
  sites: z.array(z.object({ client: z.string().nullable(), ...named })),
  visits: z.array(z.object({ client: z.string().nullable(), site: z.string(), ...named })),
  categories: z.array(z.object(named)),
})
export type MissingRecords = z.infer<typeof MissingRecords>

/** `bytes` are those of wanted rows; `created` is what was made for them. `run` and `position` are null for a dry run. */
export const FilesSummary = z.object({
  run: ImportId.nullable(),
  dry_run: z.boolean(),
  rows: count,
  wanted: count,
  unchanged: count,
  refused: count,
  bytes: count,
  created: MadeCounts,
  position: z.string().nullable(),
})
export type FilesSummary = z.infer<typeof FilesSummary>

/** The summary of a dry run before its first row. */
export const noFiles = (): FilesSummary => ({
  run: null,
  dry_run: true,
  rows: 0,
  wanted: 0,
  unchanged: 0,
  refused: 0,
  bytes: 0,
  created: { clients: 0, sites: 0, visits: 0, categories: 0 },
  position: null,
})

/**
 * One line of the answer: the rows in the order of the manifest, then what is missing, then the summary, or the reason
 * of a failure, after which the same manifest may be sent again. Callers ignore lines of other kinds.
 */
export const FilesLine = z.union([
  FileVerdict,
  z.object({ missing: MissingRecords }),
  z.object({ summary: FilesSummary }),
  z.object({ error: z.object({ message: z.string() }) }),
])
export type FilesLine = z.infer<typeof FilesLine>

export const importFiles = endpoint('POST /api/import/files', {
  summary: 'Plan an import of files from a manifest, or go on with one',
  access: 'import',
  caller: { impersonated },
  query: z.object({
    dry_run: dryRun,
    create: createText.meta({
      description: `What to make of that which rows name and nobody has: ${MadeKind.options.join(', ')}, divided by commas.`,
    }),
    columns: columnsText.meta({ description: 'Which columns fill which fields, as for clients and sites.' }),
    file_name: sentFileName,
  }),
  transport: { raw: { types: importTypes }, content: { types: ['application/x-ndjson'], each: FilesLine } },
  limits: { maxBytes: maxImportBytes },
  response: 'content',
  about:
    'The body is a manifest: a table with a heading, or one JSON object a line, with a row for each file. Columns are ' +
    '`path`, `site`, `size` and `sha256`, and where wanted `client`, `postcode`, `external_id` (of the site), `visit`, ' +
    '`category` (ids, names, or paths such as `Fire / Alarms`, divided by `;`), `completed_at`, `expires_at` (a day or ' +
    '`none`) and `name`. Nothing but what `create` names is made. Send the bytes of each wanted row to ' +
    '`PUT /api/import/{run}/file/{row}`, then `POST /api/import/{run}/finish`. The same manifest again goes on with its run, ' +
    'which `X-Import-Run` and `X-Import-Resumed` tell. It needs the abilities to create what is created as well.',
})

const one = z.object({ run: ImportId })

export const sendImportedFile = endpoint('PUT /api/import/{run}/file/{row}', {
  summary: 'Send the bytes of one row of a manifest; 200 where they are here already',
  access: 'import',
  caller: { impersonated },
  params: one.extend({ row: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  transport: { upload: { field: 'file', maxFiles: 1, types: uploadTypes, bare: true }, mayBeThere: true },
  response: SiteFile,
  status: 201,
})

export const finishImport = endpoint('POST /api/import/{run}/finish', {
  summary: 'End an import of files; 409 while rows are still wanted, unless they are left',
  access: 'import',
  caller: { impersonated },
  params: one,
  query: z.object({ leave: flag.meta({ description: 'Ends it although files are missing.' }) }),
  response: ImportRun,
})
