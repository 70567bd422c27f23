import { sampleStore } from '#api/adapters/sample-contents/sample-contents.ts'
import { type Route, reading } from '#api/http/route.ts'
import { categoryRoutes } from '#api/routes/categories.ts'
import { deletionRoutes } from '#api/routes/deletions.ts'
import { expiringRoutes } from '#api/routes/expiring.ts'
import { geocodeRoutes } from '#api/routes/geocode.ts'
import { historyRoutes } from '#api/routes/history.ts'
import { importRoutes } from '#api/routes/imports.ts'
import { listLookRoutes } from '#api/routes/list-looks.ts'
import { overviewRoutes } from '#api/routes/overview.ts'
import { recordRoutes } from '#api/routes/records.ts'
import { sampleRoutes } from '#api/routes/sample.ts'
import { savedViewRoutes } from '#api/routes/saved-views.ts'
import { searchEverythingRoutes } from '#api/routes/search-everything.ts'
import { siteRoutes } from '#api/routes/sites.ts'
import { thumbnailRoutes } from '#api/routes/thumbnails.ts'
import { trashRoutes } from '#api/routes/trash.ts'
import type { RouteSetup } from './setup.ts'

/** The dependencies of imports besides lists. */
const forImports = ['imports']

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
}: RouteSetup): Route[] => [
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
