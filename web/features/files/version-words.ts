import type { FileVersion, VersionedFile } from '#schemas/resources/file-versions.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { typeName } from '#schemas/text/type-name.ts'
import { longDateTime } from '#web/lib/dates.ts'

/** Tells whoever sends content that another file of the site has it. */
export const sameFile = ({ name }: { name: string }): string => `The same file is already here: ${name}.`

/** The outcome of a version that was sent or brought back. */
export const outcomeWords = (
  before: SiteFile,
  { outcome, name, version, mime_type, expires_at, same_as }: VersionedFile,
): string => {
  if (outcome === 'unchanged') return `Nothing has changed: ${name} has this content already.`
  const type =
    mime_type === before.mime_type ? '' : `, a ${typeName(mime_type)} instead of a ${typeName(before.mime_type)}`
  if (outcome === 'replaced') {
    // A new certificate mostly has a new date, which the content does not tell.
    const expiry = expires_at === null ? '' : ` Its expiry date is still ${expires_at}.`
    const same = same_as ? ` ${sameFile(same_as)}` : ''
    return `${name} has been replaced. It is version ${version} now${type}.${expiry}${same}`
  }
  return `An earlier version of ${name} has been brought back as version ${version}${type}.`
}

/** 'plan.pdf · 2.4 MB · PDF' */
export const contentWords = ({ local_file_name, human_readable_size, mime_type }: FileVersion): string =>
  [local_file_name, human_readable_size, typeName(mime_type)].join(' · ')

/** 'Brought back from version 1 by Ann on November 22nd, 2026 4:29 AM' */
export const originWords = ({ brought_back, created_by_user, created_at }: FileVersion): string => {
  const how = brought_back === null ? 'Added' : `Brought back from version ${brought_back}`
  return `${how} by ${created_by_user.name ?? 'an erased person'} on ${longDateTime(created_at)}`
}
