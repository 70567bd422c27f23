import type { ContentStore } from '#api/adapters/content-store.ts'
import type { ZipRequests } from '#api/adapters/zip-requests.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Route } from '#api/http/route.ts'
import type { CatchUp } from '#api/imports/catching-up.ts'
import { bulkChangeRoutes } from '#api/routes/bulk-changes.ts'
import { contentRoutes } from '#api/routes/content.ts'
import { documentChangeRoutes } from '#api/routes/document-changes.ts'
import { documentRoutes } from '#api/routes/documents.ts'
import { fileChangeRoutes } from '#api/routes/file-changes.ts'
import { fileVersionRoutes } from '#api/routes/file-versions.ts'
import type { SharePagesSetup } from '#api/routes/share-pages.ts'
import { sharePageRoutes } from '#api/routes/share-pages.ts'
import { shareRoutes } from '#api/routes/shares.ts'
import type { Credentials } from '#api/routes/sign-in.ts'
import { uploadRoutes } from '#api/routes/uploads.ts'
import { zipRoutes } from '#api/routes/zips.ts'
import type { Secrets } from '#api/services/accounts/register-account.ts'
import type { ReadModels } from '#api/services/read-models.ts'

export type ContentsSetup = {
  ledger: Ledger
  content: ContentStore
  readModels: ReadModels
  secrets: Secrets & Credentials
  listsWith: CatchUp['listsWith']
  timeZone: string
  zipRequests: ZipRequests
  /** What share links lead to. */
  shareAccess: SharePagesSetup['access']
  /** Opens share links that ask for a password or count their openings. */
  linkPass: SharePagesSetup['pass']
  /** APP_URL, under which links are given. */
  issuer: string
}

/** Routes of what is uploaded: files, documents, their contents, and links that share them. */
export const contentsArea = ({
  ledger,
  content,
  readModels,
  secrets,
  listsWith,
  timeZone,
  zipRequests,
  shareAccess,
  linkPass,
  issuer,
}: ContentsSetup): Route[] => [
  ...fileChangeRoutes(readModels),
  ...bulkChangeRoutes(ledger, listsWith([]), readModels, timeZone),
  ...fileVersionRoutes(content, readModels),
  ...uploadRoutes(content, readModels, timeZone),
  ...documentRoutes(content, readModels, timeZone),
  ...documentChangeRoutes(ledger, listsWith([]), readModels, timeZone),
  ...zipRoutes(content, zipRequests, readModels, timeZone),
  ...contentRoutes(content, readModels),
  ...shareRoutes({ ...secrets, access: shareAccess, origin: issuer }, readModels),
  ...sharePageRoutes(
    { content, access: shareAccess, pass: linkPass, verifyPassword: secrets.verifyPassword, timeZone },
    readModels,
  ),
]
