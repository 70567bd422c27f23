import type { Route } from '#api/http/route.ts'
import { bulkChangeRoutes } from '#api/routes/bulk-changes.ts'
import { contentRoutes } from '#api/routes/content.ts'
import { documentChangeRoutes } from '#api/routes/document-changes.ts'
import { documentRoutes } from '#api/routes/documents.ts'
import { fileChangeRoutes } from '#api/routes/file-changes.ts'
import { fileVersionRoutes } from '#api/routes/file-versions.ts'
import { sharePageRoutes } from '#api/routes/share-pages.ts'
import { shareRoutes } from '#api/routes/shares.ts'
import { uploadRoutes } from '#api/routes/uploads.ts'
import { zipRoutes } from '#api/routes/zips.ts'
import type { RouteSetup } from './setup.ts'

/** Routes of what is uploaded: files, documents, their contents, and links that share them. */
export const contentsArea = ({
  ledger,
  content,
  readModels,
  secrets,
  catchUp,
  timeZone,
  zipRequests,
  shareAccess,
  linkPass,
  issuer,
}: RouteSetup): Route[] => [
  ...fileChangeRoutes(readModels),
  ...bulkChangeRoutes(ledger, catchUp.listsWith([]), readModels, timeZone),
  ...fileVersionRoutes(content, readModels),
  ...uploadRoutes(content, readModels, timeZone),
  ...documentRoutes(content, readModels, timeZone),
  ...documentChangeRoutes(ledger, catchUp.listsWith([]), readModels, timeZone),
  ...zipRoutes(content, zipRequests, readModels, timeZone),
  ...contentRoutes(content, readModels),
  ...shareRoutes({ ...secrets, access: shareAccess, origin: issuer }, readModels),
  ...sharePageRoutes(
    { content, access: shareAccess, pass: linkPass, verifyPassword: secrets.verifyPassword, timeZone },
    readModels,
  ),
]
