import { directory } from '#projections/directory/directory.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { oauth } from '#projections/oauth/oauth.ts'
import type { Env } from './env/env.ts'
import { findCallerIn } from './http/authenticate.ts'
import { convertPhotos } from './http/photo-uploads.ts'
import { spoolRaw } from './http/raw-body.ts'
import type { RequestPipeline } from './http/request-pipeline.ts'
import { isFromOwnPages } from './http/same-origin.ts'
import { scanUploads } from './http/scanned-uploads.ts'
import type { SecurityLog } from './http/security-log.ts'
import type { Limits } from './http/throttle.ts'
import { admitUploads } from './http/upload-admission.ts'
import { spoolUploads } from './http/uploads.ts'
import type { Ports } from './ports.ts'
import { openFreshness } from './read-side/freshness.ts'
import type { readYourWrite } from './read-side/read-your-write.ts'
import type { RequestCache } from './read-side/request-cache.ts'
import type { PlanLimits } from './services/billing/plan-limits.ts'
import type { UploadQuota } from './services/files/upload-quota.ts'
import type { ReadModels } from './services/read-models.ts'

/** The read models that rights are decided by, and those that a write is decided by or answered from. */
const rightsModels = [directory.name, oauth.name]
const recordModels = [...rightsModels, facilities.name]

/** Milliseconds that a request waits at most for the read models to catch up at the start. */
export const longestStart = 2000

export type PipelineSetup = {
  env: Env
  ports: Ports
  readModels: ReadModels
  reading: ReturnType<typeof readYourWrite>
  cache: RequestCache
  planLimits: PlanLimits
  uploadQuota: UploadQuota
  limits: Limits
  security: SecurityLog
  /** Folder that uploads wait in while they are received. */
  uploads: string
  /** Milliseconds since 1970, by which read models are too old or not. */
  now: () => number
}

/** The pipeline that requests pass before and after their handler, in this installation. */
export const openPipeline = (setup: PipelineSetup): RequestPipeline => {
  const { env, ports, readModels, reading, cache, planLimits, uploadQuota, limits, security, uploads, now } = setup
  const { ledger, projector, stores } = ports
  const freshnessOf = (names: readonly string[]) =>
    openFreshness({ lastPosition: ledger.lastPosition, reached: (...asked) => projector.reached(...asked, names), now })
  const spooled = spoolUploads(uploads)
  return {
    caller: cache.memoize(
      findCallerIn(
        {
          user: readModels.accounts.user,
          current: readModels.teams.current,
          asksFactor: readModels.teams.asksFactor,
          coveredUntil: planLimits.coveredUntil,
        },
        { emails: env.operatorEmails, mustBeVerified: env.mailUrl !== undefined },
      ),
    ),
    verifiedOnly: env.requireVerifiedEmail,
    ledger,
    keys: stores.usedKeys,
    limits,
    security,
    admitUpload: admitUploads({ reserve: uploadQuota.reserve, free: ports.freeSpace }),
    readUpload: convertPhotos(ports.findMalware ? scanUploads(spooled, ports.findMalware) : spooled, ports.jpegOf),
    readRaw: spoolRaw(uploads),
    written: reading.written,
    readable: reading.readable,
    readUpTo: reading.readUpTo,
    caughtUp: (names) => projector.caughtUp(longestStart, names),
    isCurrent: { rights: freshnessOf(rightsModels), records: freshnessOf(recordModels) },
    isOwn: (request) => isFromOwnPages(request, env.appUrl),
    teamWords: [...new Set(['teams', env.teamWordPlural])],
    singularTeamWords: [...new Set(['team', env.teamWordSingular])],
  }
}
