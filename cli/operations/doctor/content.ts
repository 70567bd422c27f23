import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openContent } from '#api/adapters/open-content.ts'
import { type StoragePlace, storagePlaceAt } from '#api/adapters/storage-place.ts'
import type { Env } from '#api/env/env.ts'
import { checkBucket } from '#api/installation/content.ts'
import { openForReading } from '#projections/engine/read-db.ts'
import { fileOf } from '#projections/engine/read-file.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { within } from './asking.ts'
import { type Finding, fine, odd, wrong } from './finding.ts'

/** The number of newest files that are looked for. */
const sampleSize = 1000

/** Checks whether the newest files of the lists are there. */
const checkFiles = async (folder: string, place: StoragePlace): Promise<Finding> => {
  const db = openForReading(folder, facilities)
  const newest = fileQueries(db).newestContents(sampleSize)
  db.close()
  const content = await openContent(place)
  let missing = 0
  for (const { holder, hash } of newest) if (!(await content.has(holder, hash))) missing += 1
  if (missing === 0) return fine('content', `The newest ${newest.length} files are there.`)
  const words = `${missing} of the newest ${newest.length} files are not in ${place.where}: put them back from a backup.`
  return missing === newest.length ? wrong('content', words) : odd('content', words)
}

/** Tries the bucket of CONTENT_URL, and checks whether the newest files of the lists are there. */
export const checkContent = async (env: Env): Promise<Finding[]> => {
  const place = await storagePlaceAt(env.contentUrl)
  const findings: Finding[] = []
  if ('bucket' in place) {
    const refused = await within(checkBucket('CONTENT_URL', env.contentUrl, place.bucket))
    if (refused instanceof Error) return [wrong('content', refused.message)]
    findings.push(fine('content', `${place.where} lets this machine write, read, list and delete.`))
  }
  const folder = join(env.dataDir, 'read-models')
  if (!existsSync(fileOf(folder, facilities))) return findings
  return [...findings, await checkFiles(folder, place)]
}
