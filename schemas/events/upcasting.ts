import type { EventType } from './registry.ts'

type Payload = Record<string, unknown>

/** Steps of one event type: the step at `n` turns a payload of version n into one of version n + 1. */
export type Upcasts = { [Type in EventType]?: Readonly<Record<number, (payload: Payload) => Payload>> }

/** Every step there is; a type that is not named has only ever had version 1. */
export const upcasts: Upcasts = {
  // Before there was a trash: what is deleted once and for good is an entry of its own.
  CategoryDeleted: { 1: (payload) => ({ ...payload, trashId: payload.categoryId }) },
  DocumentDeleted: { 1: (payload) => ({ ...payload, trashId: payload.documentId }) },
  // Before there were categories.
  FileUploaded: { 1: (payload) => ({ ...payload, categoryIds: [] }) },
  // Before members could be limited, everybody saw everything.
  MemberJoined: { 1: (payload) => ({ ...payload, clientId: null, siteIds: null, abilities: {} }) },
}

/** The version that is written today. */
export const currentVersion = (type: EventType, steps: Upcasts = upcasts): number =>
  1 + Object.keys(steps[type] ?? {}).length

/** Lifts a payload of an older version to today's, step by step. */
export const upcast = (type: EventType, version: number, payload: Payload, steps: Upcasts = upcasts): Payload => {
  let lifted = payload
  for (let from = version; from < currentVersion(type, steps); from += 1) {
    const step = steps[type]?.[from]
    if (!step) throw new Error(`No upcast of ${type} from version ${from}`)
    lifted = step(lifted)
  }
  return lifted
}
