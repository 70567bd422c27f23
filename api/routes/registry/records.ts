import type { ContentStore } from '#api/adapters/content-store.ts'
import type { ImportLocks } from '#api/adapters/import-locks.ts'
import { sampleStore } from '#api/adapters/sample-contents/sample-contents.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { type Route, reading } from '#api/http/route.ts'
import type { CatchUp } from '#api/imports/catching-up.ts'
import { categoryRoutes } from '#api/routes/categories.ts'
import { deletionRoutes, expiringRoutes, listLookRoutes } from '#api/routes/deletions.ts'
import type { CountryGuess } from '#api/routes/geocode.ts'
import { geocodeRoutes } from '#api/routes/geocode.ts'
import { historyRoutes } from '#api/routes/history.ts'
import { importRoutes } from '#api/routes/imports.ts'
import { overviewRoutes } from '#api/routes/overview.ts'
import { thumbnailRoutes } from '#api/routes/pictures.ts'
import { recordRoutes } from '#api/routes/records.ts'
import { sampleRoutes } from '#api/routes/sample.ts'
import { savedViewRoutes } from '#api/routes/saved-views.ts'
import { searchEverythingRoutes } from '#api/routes/search-everything.ts'
import { siteRoutes } from '#api/routes/sites.ts'
import { trashRoutes } from '#api/routes/trash.ts'
import type { UploadQuota } from '#api/services/files/upload-quota.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'

/** The dependencies of imports besides lists. */
const forImports = ['imports']

type RecordsSetup = {
  ledger: Ledger
  content: ContentStore
  readModels: ReadModels
  catchUp: CatchUp
  timeZone: string
  /** The site quotas of all teams. */
  quota: SiteQuota
  /** What teams on a trial upload in a day. */
  uploadQuota: UploadQuota
  country: CountryGuess
  importLocks: ImportLocks
  /** Folder for files that are needed only during a request. */
  scratchFolder: string
}

/** Routes of clients, sites, visits and categories, of lists of records, and of what became of them. */
export const recordsArea = ({
  ledger,
  content,
  readModels,
  catchUp,
  timeZone,
  quota,
  uploadQuota,
  country,
  importLocks,
  scratchFolder,
}: RecordsSetup): Route[] => [
  ...recordRoutes(readModels, timeZone),
  ...reading(['search'], searchEverythingRoutes(readModels)),
  ...categoryRoutes(readModels.categories),
  ...siteRoutes(quota, readModels),
  ...thumbnailRoutes(content, readModels),
  ...expiringRoutes(readModels, timeZone),
  ...deletionRoutes(readModels),
  ...listLookRoutes(),
  ...savedViewRoutes(readModels),
  ...trashRoutes({ ledger, quota, caughtUp: catchUp.caughtUp }, readModels),
  ...reading(['history'], historyRoutes(readModels, timeZone)),
  ...reading(['history'], overviewRoutes(readModels, timeZone)),
  ...reading(
    forImports,
    importRoutes(
      {
        ...catchUp.listsWith(forImports),
        ledger,
        quota,
        locks: importLocks,
        folder: scratchFolder,
        everywhere: catchUp.everywhere,
      },
      readModels,
    ),
  ),
  ...sampleRoutes(
    { ledger, lists: catchUp.listsWith([]), quota, uploadQuota, storeSample: sampleStore(content), timeZone },
    readModels,
  ),
  ...geocodeRoutes(country),
]
