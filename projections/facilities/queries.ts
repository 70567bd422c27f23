import type { ReadDb } from '#projections/engine/read-db.ts'
import { contentsQueries } from './contents.ts'
import { expiringQueries } from './expiring.ts'
import { fileVersionQueries } from './file-versions.ts'
import { overviewQueries } from './overview.ts'
import { sampleRecordQueries } from './sample-records.ts'
import { shareQueries } from './shares.ts'
import { trashQueries } from './trash.ts'

/** The queries of records that concern more than one noun. */
export const facilityQueries = (db: ReadDb) => ({
  contents: contentsQueries(db),
  expiring: expiringQueries(db),
  fileVersions: fileVersionQueries(db),
  overview: overviewQueries(db),
  sampleRecords: sampleRecordQueries(db),
  shares: shareQueries(db),
  trash: trashQueries(db),
})
export type FacilityQueries = ReturnType<typeof facilityQueries>
