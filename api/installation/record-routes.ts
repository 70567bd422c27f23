import { type Route, reading } from '#api/http/route.ts'
import { openUnderWay } from '#api/imports/under-way.ts'
import { accessRoutes } from '#api/routes/access.ts'
import { bulkChangeRoutes } from '#api/routes/bulk-changes.ts'
import { calendarRoutes } from '#api/routes/calendar.ts'
import { categoryRoutes } from '#api/routes/categories.ts'
import { complianceRoutes } from '#api/routes/compliance.ts'
import { complianceReportRoutes } from '#api/routes/compliance-report.ts'
import { contentRoutes } from '#api/routes/content.ts'
import { deletionRoutes, expiringRoutes, listLookRoutes } from '#api/routes/deletions.ts'
import { differenceRoutes } from '#api/routes/differences.ts'
import { documentChangeRoutes } from '#api/routes/document-changes.ts'
import { documentRoutes } from '#api/routes/documents.ts'
import { exemptionRoutes } from '#api/routes/exemptions.ts'
import { expiryReminderRoutes } from '#api/routes/expiry-reminders.ts'
import { fieldRoutes } from '#api/routes/fields.ts'
import { fileChangeRoutes } from '#api/routes/file-changes.ts'
import { fileVersionRoutes } from '#api/routes/file-versions.ts'
import { geocodeRoutes } from '#api/routes/geocode.ts'
import { historyRoutes } from '#api/routes/history.ts'
import { importFileRoutes } from '#api/routes/import-files.ts'
import { importedFileRoutes } from '#api/routes/imported-file.ts'
import { importRoutes } from '#api/routes/imports.ts'
import { jobOriginRoutes } from '#api/routes/job-origin.ts'
import { kioskProfileRoutes } from '#api/routes/kiosk-profiles.ts'
import { kioskLimitRoutes, kioskTeamRoutes, kioskTrialRoutes } from '#api/routes/kiosk-teams.ts'
import { kioskUserRoutes } from '#api/routes/kiosk-users.ts'
import { liveRoutes } from '#api/routes/live.ts'
import { logProofRoutes } from '#api/routes/log-proofs.ts'
import { announcementRoutes, interestRoutes, notificationRoutes, supportRoutes } from '#api/routes/messages.ts'
import { metricRoutes } from '#api/routes/metrics.ts'
import { overviewRoutes } from '#api/routes/overview.ts'
import { packRoutes } from '#api/routes/packs.ts'
import { performanceIndicatorRoutes } from '#api/routes/performance-indicators.ts'
import { thumbnailRoutes } from '#api/routes/pictures.ts'
import { operationRoutes, queueRoutes, securityEventRoutes, storageRoutes, trafficRoutes } from '#api/routes/queues.ts'
import { readModelRoutes } from '#api/routes/read-models.ts'
import { recordRoutes } from '#api/routes/records.ts'
import { replicaRoutes } from '#api/routes/replicas.ts'
import { sampleRoutes } from '#api/routes/sample.ts'
import { savedViewRoutes } from '#api/routes/saved-views.ts'
import { searchEverythingRoutes } from '#api/routes/search-everything.ts'
import { sharePageRoutes } from '#api/routes/share-pages.ts'
import { shareRoutes } from '#api/routes/shares.ts'
import { siteChangeRoutes } from '#api/routes/site-changes.ts'
import { siteRoutes } from '#api/routes/sites.ts'
import { trashRoutes } from '#api/routes/trash.ts'
import { uploadRoutes } from '#api/routes/uploads.ts'
import { zipRoutes } from '#api/routes/zips.ts'
import { openRecordedReads } from '#api/services/files/recorded-reads.ts'
import type { RoutesSetup, RouteTools } from './route-tools.ts'

/** The dependencies of imports, and of live updates, besides lists. */
const forImports = ['imports']
const forLiveUpdates = ['changes']

/** Routes of clients, sites, visits and categories, of lists of records, and of what became of them. */
export const ofRecords = (setup: RoutesSetup, { clock, quota, storeSample }: RouteTools): Route[] => {
  const { env, ports, readModels } = setup
  const { ledger, content, stores } = ports
  const { listsWith, caughtUp, everywhere } = setup.catchUp
  const { timezone: timeZone } = env
  const { records } = readModels
  const locks = stores.locks.imports
  const importing = {
    ledger,
    quota,
    locks,
    folder: setup.scratchFolder,
    everywhere,
    timeZone,
    underWay: openUnderWay(),
    ...listsWith(forImports),
  }
  return [
    ...recordRoutes(readModels, clock),
    ...reading(['search'], searchEverythingRoutes(records)),
    ...categoryRoutes(records),
    ...complianceRoutes(readModels, clock),
    ...complianceReportRoutes(readModels, timeZone),
    ...exemptionRoutes(readModels, timeZone),
    ...fieldRoutes(records),
    ...siteRoutes(quota, records),
    ...thumbnailRoutes(content, records),
    ...expiringRoutes(readModels.facilities, clock),
    ...deletionRoutes(records),
    ...listLookRoutes(),
    ...savedViewRoutes(readModels),
    ...trashRoutes({ ledger, quota, caughtUp, lists: listsWith([]), clock }, readModels),
    ...reading(['history'], historyRoutes(readModels, timeZone, ports.proofs)),
    ...reading(
      ['history'],
      differenceRoutes({ moment: setup.pipeline.past.moment, history: listsWith(['history']) }, readModels),
    ),
    ...reading(['history'], logProofRoutes(ports.proofs, readModels)),
    ...reading(['history'], overviewRoutes(readModels, clock)),
    ...reading(forImports, importRoutes(importing, readModels)),
    ...reading(forImports, importFileRoutes(importing, readModels)),
    ...importedFileRoutes({ ...importing, content, lists: listsWith([]) }, readModels),
    ...sampleRoutes(
      { ledger, lists: listsWith([]), quota, uploadQuota: setup.plans.uploads, storeSample, timeZone },
      records,
    ),
    ...geocodeRoutes({ header: env.countryHeader, home: env.homeCountry }),
  ]
}

/** Routes that only the past answers, of now as well. */
export const ofPast = ({ past: { readModels, memberships, clock } }: RoutesSetup): Route[] =>
  accessRoutes(readModels, memberships, clock)

/** Routes of what is uploaded: files, documents, their contents, and links that share them. */
export const ofContents = (setup: RoutesSetup, { clock, secrets, access, pass }: RouteTools): Route[] => {
  const { readModels } = setup
  const { ledger, content, stores } = setup.ports
  const { timezone: timeZone, appUrl: origin } = setup.env
  const { caller, verifiedOnly, gate } = setup.pipeline
  const { link: current } = gate
  const { records } = readModels
  const lists = setup.catchUp.listsWith([])
  const { verifyPassword } = secrets
  const record = openRecordedReads(ledger, readModels.directory.teams, timeZone)
  return [
    ...fileChangeRoutes(readModels),
    ...bulkChangeRoutes(ledger, lists, records, clock),
    ...fileVersionRoutes(content, readModels),
    ...uploadRoutes(content, readModels, timeZone),
    ...documentRoutes(content, records, timeZone),
    ...documentChangeRoutes(ledger, lists, records, clock),
    ...siteChangeRoutes(ledger, lists, records, clock),
    ...zipRoutes(content, stores.requests.zips, records, clock, record),
    ...packRoutes(
      {
        ledger,
        content,
        locks: stores.locks.packs,
        past: { ...setup.pipeline.past, readModels: setup.past.readModels },
        clock,
        record,
      },
      readModels,
    ),
    ...contentRoutes(content, records, clock, record),
    ...shareRoutes({ ...secrets, access, origin, clock }, readModels),
    ...calendarRoutes({ ledger, digest: secrets.digest, caller, verifiedOnly, current, clock, origin }, readModels),
    ...sharePageRoutes({ content, access, pass, current, verifyPassword, timeZone }, readModels),
  ]
}

/** Routes of what people are told, and of what they tell us. */
export const ofMessages = ({ ports: { keys, ledger }, readModels, catchUp, live }: RoutesSetup): Route[] => [
  ...notificationRoutes(ledger, readModels),
  ...expiryReminderRoutes(ledger, keys.digest, readModels.directory.teams),
  ...announcementRoutes(ledger, readModels.lists.announcements),
  ...supportRoutes(ledger),
  ...interestRoutes(ledger, keys.digest),
  ...reading(
    forLiveUpdates,
    liveRoutes(readModels, live, {
      notifiedUpTo: catchUp.listsWith(forLiveUpdates).position,
      isOfAnotherLog: (position) =>
        ledger.idAt(position).then(
          (id) => id === null,
          () => false,
        ),
    }),
  ),
]

/** Routes of operators: users and teams as they see them, and the installation. */
export const ofOperators = ({ env, ports, readModels, standing }: RoutesSetup, { payment }: RouteTools): Route[] => {
  const { ledger } = ports
  const { queues, counts } = ports.stores
  const { operatorEmails, timezone: timeZone } = env
  return [
    ...kioskProfileRoutes(payment, operatorEmails, readModels),
    ...kioskTeamRoutes(ledger, readModels.directory),
    ...kioskTrialRoutes(ledger, readModels.directory),
    ...kioskLimitRoutes(ledger),
    ...kioskUserRoutes(ledger, operatorEmails, readModels.directory),
    ...readModelRoutes(ledger, standing.rebuilds),
    ...reading(['metrics'], performanceIndicatorRoutes(readModels.metrics, env.plans)),
    ...reading(['metrics'], metricRoutes(ledger, standing.replays, readModels)),
    ...replicaRoutes(standing.replicas),
    ...queueRoutes(ledger, queues),
    ...reading(['history'], operationRoutes(operatorEmails, readModels, timeZone)),
    ...reading(['history'], jobOriginRoutes(ledger, queues, readModels.history)),
    ...storageRoutes(standing.storage, readModels),
    ...reading(['traffic'], trafficRoutes(readModels.traffic)),
    ...securityEventRoutes(counts.securityEvents),
  ]
}
