import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type ContentPlace, contentPlaceAt, openContent } from '#api/adapters/open-content.ts'
import type { Env } from '#api/env/env.ts'
import { checkBucket } from '#api/installation/content.ts'
import { ContentHash, TeamId } from '#schemas/ids.ts'
import { within } from './asking.ts'
import { type Finding, fine, odd, wrong } from './finding.ts'

/** The number of newest files that are looked for. */
const sampleSize = 1000

type Uploaded = { teamId: string; content: { hash: string } }

/** Checks whether the newest files of the log are there. */
const checkFiles = async (file: string, place: ContentPlace): Promise<Finding> => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const rows = db
    .prepare("SELECT data FROM event WHERE type IN ('FileUploaded', 'FileVersionAdded') ORDER BY position DESC LIMIT ?")
    .all(sampleSize)
  db.close()
  const content = await openContent(place)
  let missing = 0
  for (const { data } of rows) {
    const { teamId, content: stored } = JSON.parse(Buffer.from(data as Uint8Array).toString()) as Uploaded
    if (!(await content.has(TeamId.parse(teamId), ContentHash.parse(stored.hash)))) missing += 1
  }
  if (missing === 0) return fine('content', `The newest ${rows.length} files are there.`)
  return odd('content', `${missing} of the newest ${rows.length} files have no content. Purged ones have none.`)
}

/** Tries the bucket of CONTENT_URL, and checks whether the newest files of the log are there. */
export const checkContent = async (env: Env): Promise<Finding[]> => {
  const place = await contentPlaceAt(env.contentUrl)
  const findings: Finding[] = []
  if ('bucket' in place) {
    const refused = await within(checkBucket('CONTENT_URL', env.contentUrl, place.bucket))
    if (refused instanceof Error) return [wrong('content', refused.message)]
    findings.push(fine('content', `${place.where} lets this machine write, read, list and delete.`))
  }
  const file = join(env.dataDir, 'events.sqlite')
  if (env.eventStoreUrl || !existsSync(file)) return findings
  return [...findings, await checkFiles(file, place)]
}
