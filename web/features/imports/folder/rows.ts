import type { Layout, PathFields } from '#schemas/layouts/layout.ts'
import { pathReader } from '#schemas/layouts/read-path.ts'
import { brokenFileRule, typeOfExtension } from '#schemas/limits/upload-rules.ts'
import type { RowErrors } from '#schemas/records/import-rows.ts'
import type { MissingRecords } from '#schemas/resources/import-files.ts'
import { pathKey } from '#schemas/text/folded-text.ts'
import { extensionOf } from '#schemas/text/safe-name.ts'
import { dayHere } from '#schemas/time/dates.ts'
import type { ChosenFile, ChosenFolder } from './chosen-folder.ts'

/** A record that all files belong to, instead of what their folders say. */
export type Place = { client: { id: string; name: string }; site?: { id: string; name: string } | undefined }

export type NamedKind = keyof MissingRecords

/** What names of folders mean that the team does not have, by kind and folded name. */
export type Meanings = Readonly<Record<string, string>>

export const meaningKey = (kind: NamedKind, name: string): string => `${kind}/${pathKey(name)}`

/** What paths do not say. `dates` are those of files that name none; `category` is the path of one for all files. */
export type Reading = {
  meanings: Meanings
  dates: 'changed' | 'today'
  category?: string
  place?: Place | undefined
}

/** A file with what its path says, in the words of a manifest. */
export type FolderRow = {
  id: string
  file: File
  fields: PathFields
  verdict: 'wanted' | 'unchanged' | 'refused' | null
  errors: RowErrors
}

export const typeOf = ({ path, file }: ChosenFile): string => typeOfExtension(extensionOf(path)) ?? file.type

/** Why a file cannot be sent, whatever its path says; undefined if it can. */
export const faultOf = (chosen: ChosenFile): string | undefined =>
  brokenFileRule({ type: typeOf(chosen), size: chosen.file.size })

/** The fields of a manifest that name records. */
export const namingFields = { clients: 'client', sites: 'site', visits: 'visit', categories: 'category' } as const

/** The files of a folder as rows, by what their paths say. One without a day is of the day on which it comes. */
export const rowsOf = (
  { files }: ChosenFolder,
  layout: Layout,
  { meanings, dates, category, place }: Reading,
): FolderRow[] => {
  const given: PathFields = {}
  if (place) given.client = place.client.id
  if (place?.site) given.site = place.site.id
  if (category) given.category = category
  const read = pathReader(layout, given)
  return files.map((chosen) => {
    const said = read(chosen.path)
    const changed = dates === 'changed' ? { completed_at: dayHere(chosen.file.lastModified) } : {}
    const fields: PathFields = 'fields' in said ? { ...changed, ...said.fields } : {}
    for (const [kind, field] of Object.entries(namingFields)) {
      const meaning = meanings[meaningKey(kind as NamedKind, fields[field] ?? '')]
      if (meaning) fields[field] = meaning
    }
    const fault = faultOf(chosen) ?? ('refusal' in said ? said.refusal : undefined)
    const row = { id: chosen.path, file: chosen.file, fields }
    return fault ? refused(row, { path: [fault] }) : { ...row, verdict: null, errors: {} }
  })
}

export const refused = (row: Omit<FolderRow, 'verdict' | 'errors'>, errors: RowErrors): FolderRow => ({
  ...row,
  verdict: 'refused',
  errors,
})
