import { composed, trashHandlers } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { update } from '#projections/engine/rows.ts'
import { isOnSite, type OwnStream } from '#schemas/nouns.ts'
import { changedSites } from './changed-sites.ts'
import { contentsQueries } from './contents.ts'
import { exemptionQueries, exemptions } from './exemptions.ts'
import { expiringQueries, overviewQueries } from './expiring.ts'
import { fieldQueries, fields } from './fields.ts'
import { fileVersionQueries, fileVersions } from './file-versions.ts'
import { nounParts, nounQueries } from './nouns.ts'
import { ownValues } from './own-values.ts'
import { purgeBelow, purgeFiles, recompute, recomputeBelow, recomputeSites } from './placement.ts'
import { sampleRecordQueries } from './sample-records.ts'
import { shareQueries, shares } from './shares.ts'
import { thumbnails } from './thumbnails.ts'
import { enter, entriesOf, leave, purge, trash } from './trash.ts'
import { trashQueries } from './trash-queries.ts'

/** The queries of each noun, and of what lies in its records. */
export const recordQueries = (db: ReadDb) => ({
  ...nounQueries(db),
  contents: contentsQueries(db),
  fields: fieldQueries(db),
  fileVersions: fileVersionQueries(db),
  sampleRecords: sampleRecordQueries(db),
})
export type RecordQueries = ReturnType<typeof recordQueries>

/** The queries of what a team has in records of all nouns. */
export const facilityQueries = (db: ReadDb) => ({
  exemptions: exemptionQueries(db),
  expiring: expiringQueries(db),
  overview: overviewQueries(db),
  shares: shareQueries(db),
  trash: trashQueries(db),
})
export type FacilityQueries = ReturnType<typeof facilityQueries>

/** Recomputes what is hidden once a record went to the trash, or came back. */
const recomputeWith = (db: ReadDb, noun: OwnStream, id: string): void => {
  if (noun === 'clients') {
    recomputeSites(db, 'client_id', id)
    recomputeBelow(db, 'client_id', id)
  } else if (noun === 'sites') {
    recomputeSites(db, 'id', id)
    recomputeBelow(db, 'site_id', id)
  } else if (isOnSite(noun)) recompute(db, noun, 'id', id)
}

const purgeRecord = (db: ReadDb, noun: OwnStream, id: string): void => {
  if (noun === 'clients') {
    purgeBelow(db, 'client_id', id)
    purge(db, 'sites', 'client_id', id)
  }
  if (noun === 'sites') purgeBelow(db, 'site_id', id)
  // The files of a visit stay on the site.
  if (noun === 'visits') db.run('UPDATE files SET visit_id = NULL WHERE visit_id = ?', id)
  if (noun === 'files') purgeFiles(db, 'id', id)
  else purge(db, noun, 'id', id)
}

/** Moves the records of every noun to the trash and back; a purge removes their rows, which stay until then (D-10). */
const trashed = trashHandlers({
  deleted: (db, noun, id, event) => {
    const entry = enter(db, event, noun, id)
    update(db, noun, id, { trash_id: entry, revision: String(event.revision) })
    recomputeWith(db, noun, id)
  },
  restored: (db, noun, id, event) => {
    const entries = entriesOf(db, noun, 'id', id)
    update(db, noun, id, { trash_id: null, revision: String(event.revision) })
    recomputeWith(db, noun, id)
    leave(db, entries)
  },
  purged: purgeRecord,
})

/** The nouns, each with what stands beside it. */
const ofNouns = Object.entries(nounParts).flatMap(([noun, part]) => (noun === 'files' ? [part, fileVersions] : [part]))

/** The resources of teams: one table for each noun, each noun in its own file. */
export const facilities: Projection = {
  name: 'facilities',
  version: 22,
  ...composed([
    ...ofNouns,
    thumbnails,
    shares,
    exemptions,
    changedSites,
    fields,
    ownValues,
    trash,
    { tables: '', handlers: trashed },
  ]),
}
