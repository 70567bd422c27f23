import type { EventNamed } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import { mostVersions } from '#schemas/limits/upload-rules.ts'
import { RuleBroken } from './rule.ts'

type Added = EventNamed<'FileVersionAdded'>
type FileIds = Pick<Added['data'], 'fileId' | 'teamId'>

/** The content of an upload, its types, and the name that it had. */
export type Version = Pick<Added['data'], 'localFileName' | 'type' | 'mimeType' | 'content' | 'original'>

export const versionOf = ({ localFileName, type, mimeType, content, original }: Version): Version => ({
  localFileName,
  type,
  mimeType,
  content,
  ...(original && { original }),
})

/** The number of the newest version with this content; undefined if the file never had it. */
const numberOf = (versions: readonly Version[], { content }: Version): number | undefined => {
  const at = versions.findLastIndex((each) => each.content.hash === content.hash)
  return at < 0 ? undefined : at + 1
}

/** Adds version `broughtBack` once more, unless the file has its content already. Throws 'file-version-not-found'. */
export const bringBack = (
  versions: readonly Version[],
  ids: FileIds,
  broughtBack: number,
  addedBy: UserId,
): Added[] => {
  const wanted = versions[broughtBack - 1]
  if (!wanted) throw new RuleBroken('file-version-not-found')
  if (numberOf(versions, wanted) === versions.length) return []
  return addition(versions, { ...ids, ...wanted, broughtBack, addedBy })
}

/**
 * Adds content that takes the place of the newest version's. The content of the newest version changes nothing, and that
 * of an earlier one brings it back, so that a file has each content once.
 */
export const addVersion = (versions: readonly Version[], ids: FileIds, received: Version, addedBy: UserId): Added[] => {
  const known = numberOf(versions, received)
  return known === undefined
    ? addition(versions, { ...ids, ...versionOf(received), broughtBack: null, addedBy })
    : bringBack(versions, ids, known, addedBy)
}

/** Throws 'too-many-file-versions'. */
const addition = (versions: readonly Version[], data: Omit<Added['data'], 'version'>): Added[] => {
  if (versions.length >= mostVersions) throw new RuleBroken('too-many-file-versions')
  return [{ type: 'FileVersionAdded', data: { ...data, version: versions.length + 1 } }]
}
