import { accountOf } from '#schemas/billing/billable.ts'
import { grantedByName } from '#schemas/rights/oauth-scopes.ts'
import type { TeamId } from '../ids.ts'
import type { EventType } from './registry.ts'

type Payload = Record<string, unknown>
type Step = (payload: Payload) => Payload

/** Upcasts of one event type: the step at `n` turns a payload of version n into one of version n + 1. */
export type Upcasts = { [Type in EventType]?: Readonly<Record<number, Step>> }

/** Renames fields to the names of the contracts; absent fields stay absent. */
const renamed =
  (names: Readonly<Record<string, string>>): Step =>
  (payload) =>
    Object.fromEntries(Object.entries(payload).map(([name, value]) => [names[name] ?? name, value]))

/** Applies a step to a nested value of a payload: an object, or each object of a list. */
const within =
  (field: string, step: Step): Step =>
  ({ [field]: nested, ...payload }) => ({
    ...payload,
    [field]: Array.isArray(nested) ? nested.map((each) => step(each as Payload)) : step(nested as Payload),
  })

const visitDays = renamed({ startedOn: 'started_at', endedOn: 'ended_at' })
const completionDay = renamed({ completedOn: 'completed_at' })
const externalId = renamed({ externalId: 'external_id' })
const action = renamed({ actionText: 'action_text', actionUrl: 'action_url' })

/** All upcasts; other types have only had version 1. */
export const upcasts: Upcasts = {
  AnnouncementEdited: { 1: action },
  AnnouncementPublished: { 1: action },
  // Version 1 was of teams only.
  BillingAddressGiven: {
    1: ({ teamId, ...payload }) => ({
      ...payload,
      account: accountOf({ id: teamId as TeamId }),
      billable: { kind: 'team', id: teamId },
    }),
  },
  // Version 1 had no trash: each deletion gets an entry of its own.
  CategoryDeleted: { 1: (payload) => ({ ...payload, trashId: payload.categoryId }) },
  ClientAdded: { 1: externalId },
  ClientExternalIdSet: { 1: externalId },
  DocumentDeleted: { 1: (payload) => ({ ...payload, trashId: payload.documentId }) },
  DocumentsUploadBegun: { 1: within('documents', completionDay) },
  DocumentUploaded: { 1: completionDay },
  // Version 1 knew nothing of what is required of sites.
  ExpiryReminded: { 1: (payload) => ({ ...payload, missing: [] }) },
  ExpiryRemindersChosen: { 1: (payload) => ({ ...payload, missing: false }) },
  FilesChangeBegun: { 1: within('change', completionDay) },
  FilesUploadBegun: { 1: within('files', completionDay) },
  FileUpdated: { 1: completionDay },
  FileUploaded: {
    // Version 1 had no categories.
    1: (payload) => ({ ...payload, categoryIds: [] }),
    2: completionDay,
  },
  // Version 1 had no reason.
  ImpersonationStarted: { 1: (payload) => ({ ...payload, reason: null }) },
  ImportRowsRefused: { 1: within('refusals', externalId) },
  // Version 1 had no scopes: every member saw everything.
  MemberJoined: { 1: (payload) => ({ ...payload, clientId: null, siteIds: null, abilities: {} }) },
  NotificationSent: { 1: action },
  // Version 1 had no documents.
  SampleRemovalBegun: { 1: (payload) => ({ ...payload, documentIds: [] }) },
  SiteAdded: { 1: externalId },
  SiteExternalIdSet: { 1: externalId },
  VisitAdded: { 1: visitDays },
  VisitUpdated: { 1: visitDays },
}

/** The version that is written today. */
export const currentVersion = (type: EventType, steps: Upcasts = upcasts): number =>
  1 + Object.keys(steps[type] ?? {}).length

/** Upcasts a payload of an older version to the present one, step by step. */
export const upcast = (type: EventType, version: number, payload: Payload, steps: Upcasts = upcasts): Payload => {
  let lifted = payload
  for (let from = version; from < currentVersion(type, steps); from += 1) {
    const step = steps[type]?.[from]
    if (!step) throw new Error(`No upcast of ${type} from version ${from}`)
    lifted = step(lifted)
  }
  return lifted
}

/** The fields of events that list what a token may do. */
const lists = ['abilities', 'scopes'] as const

/**
 * Abilities that versions before them do not know: in such a list they would stop the read models of a replica that is
 * not updated yet (D-105). They are stored in a field of their own, which such a version passes over, so it grants less.
 */
const later: readonly unknown[] = [grantedByName, 'fields']

/**
 * The payload as it is stored. Versions before ends of memberships need somebody who removed a member: there it is the
 * member.
 */
export const withoutLater = (payload: Payload): Payload => {
  if (payload.removedBy === null) return { ...payload, removedBy: payload.userId }
  for (const list of lists) {
    const listed = payload[list]
    if (!Array.isArray(listed) || !listed.some((each) => later.includes(each))) continue
    const laterAbilities = listed.filter((each) => later.includes(each))
    return { ...payload, [list]: listed.filter((each) => !later.includes(each)), laterAbilities }
  }
  return payload
}

/** A stored payload with all of its abilities in one list, and who removed a member. */
export const withLater = (stored: Payload): Payload => {
  if (stored.reason === 'ended' && 'removedBy' in stored) return { ...stored, removedBy: null }
  if (!Array.isArray(stored.laterAbilities)) return stored
  const { laterAbilities, ...payload } = stored
  const list = lists.find((each) => Array.isArray(payload[each]))
  return list ? { ...payload, [list]: [...(payload[list] as unknown[]), ...(laterAbilities as unknown[])] } : payload
}
