import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { today } from '#schemas/time/dates.ts'
import type { Env } from './env/env.ts'
import { findCallerIn } from './http/authenticate.ts'
import type { Credential } from './http/credential.ts'
import type { FreshnessGate } from './http/freshness-gate.ts'
import { isFromOwnPages } from './http/origins.ts'
import type { Past } from './http/past.ts'
import { convertPhotos } from './http/photo-uploads.ts'
import { openPositions } from './http/positions.ts'
import { spoolRaw } from './http/raw-body.ts'
import type { RequestPipeline } from './http/request-pipeline.ts'
import { scanUploads } from './http/scanned-uploads.ts'
import type { SecurityLog } from './http/security-log.ts'
import type { Limits } from './http/throttle.ts'
import { admitUploads } from './http/upload-admission.ts'
import { spoolUploads } from './http/uploads.ts'
import type { Ports } from './ports.ts'
import type { RequestCache } from './read-side/request-cache.ts'
import type { PlanLimits } from './services/billing/plan-limits.ts'
import type { UploadQuota } from './services/files/upload-quota.ts'
import type { ReadModels } from './services/read-models.ts'

export type PipelineSetup = {
  env: Env
  ports: Ports
  readModels: ReadModels
  gate: FreshnessGate
  cache: RequestCache
  planLimits: PlanLimits
  uploadQuota: UploadQuota
  limits: Limits
  security: SecurityLog
  /** Folder that uploads wait in while they are received. */
  uploads: string
  /** What this process is called among the others. */
  replica: string
  past: Past
}

/** The pipeline that requests pass before and after their handler, in this installation. */
export const openPipeline = (setup: PipelineSetup): RequestPipeline => {
  const { env, ports, readModels, gate, cache, planLimits, uploadQuota, limits, security, uploads, replica, past } =
    setup
  const { ledger, stores } = ports
  const { accounts, teams } = readModels.directory
  const { freeSpace, findMalware, jpegOf } = ports.uploads
  const spooled = spoolUploads(uploads)
  const findCaller = findCallerIn(
    {
      user: accounts.user,
      current: teams.current,
      asksFactor: teams.asksFactor,
      coveredUntil: planLimits.coveredUntil,
    },
    { emails: env.operatorEmails, mustBeVerified: env.mailUrl !== undefined },
  )
  // A day that begins ends memberships without an event.
  const ofDay = cache.memoize((_day: CalendarDate, credential: Credential) => findCaller(credential))
  return {
    caller: (credential) => ofDay(today(new Date(), env.timezone), credential),
    verifiedOnly: env.requireVerifiedEmail,
    commands: { ledger, keys: stores.usedKeys },
    limits,
    security,
    receiving: {
      ledger,
      admitUpload: admitUploads({ reserve: uploadQuota.reserve, free: freeSpace }),
      readUpload: convertPhotos(findMalware ? scanUploads(spooled, findMalware) : spooled, jpegOf),
      readRaw: spoolRaw(uploads),
    },
    gate,
    positions: openPositions(env.appUrl.startsWith('https:')),
    isOwn: (request) => isFromOwnPages(request, env.appUrl),
    words: {
      teams: [...new Set(['teams', env.teamWordPlural])],
      team: [...new Set(['team', env.teamWordSingular])],
    },
    replica,
    past,
  }
}
