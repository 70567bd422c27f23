import type { ManifestPlan } from '#api/domain/manifest-decisions.ts'
import type { FilesLine, FilesSummary, FileVerdict, MissingRecords } from '#schemas/resources/import-files.ts'
import type { DecidedFile } from './decide-manifest.ts'

/** The answer to a manifest: its headers, and its lines in lists. */
export type ManifestAnswer = { headers: Record<string, string>; lines: AsyncIterable<FilesLine[]> }

/** Counts a row, and words it. */
export const counted = (summary: FilesSummary, decided: DecidedFile): FileVerdict => {
  const { row, path, verdict, id } = decided
  summary.rows += 1
  summary[verdict] += 1
  if (decided.verdict === 'wanted') summary.bytes += decided.file.size
  return { row, path, verdict, id, ...(decided.verdict === 'refused' ? { errors: decided.errors } : {}) }
}

export const missingIn = ({ missing }: ManifestPlan): MissingRecords => {
  const found: MissingRecords = { clients: [], sites: [], visits: [], categories: [] }
  for (const { kind, name, rows, client, site, path } of missing.all()) {
    if (kind === 'clients') found.clients.push({ name, rows })
    if (kind === 'sites') found.sites.push({ client, name, rows })
    if (kind === 'visits') found.visits.push({ client, site: site ?? '', name, rows })
    if (kind === 'categories') found.categories.push({ name: path.join(' / '), rows })
  }
  return found
}
