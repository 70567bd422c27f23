import { isResource, nouns } from '#schemas/nouns.ts'
import type { Difference } from '#schemas/resources/differences.ts'
import type { HistoryChange, HistoryEntry } from '#schemas/resources/history.ts'

const labels: Record<string, string> = {
  started_at: 'Start date',
  ended_at: 'End date',
  ends_at: 'Ends',
  completed_at: 'Completion date',
  expires_at: 'Expiry date',
  expires_after_months: 'Expiry of new files',
  external_id: 'External ID',
  photo_url: 'Photo',
}

/** The label of a changed field: 'completed_at' is 'Completion date', 'parent_id' is 'Parent'. Teams name theirs themselves. */
export const fieldLabel = (field: string): string => {
  if (!/^[a-z]+(_[a-z]+)*$/.test(field)) return field
  const words = field.replace(/_(id|ids|url|path)$/, '').replaceAll('_', ' ')
  return labels[field] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** One change: 'Name: Quay House → Quay House East', 'Password: changed', 'North Depot, Postcode: N1 → removed'. */
export const changeOf = ({ record, field, from, to }: HistoryChange): string => {
  const label = record === undefined ? fieldLabel(field) : `${record}, ${fieldLabel(field)}`
  const value = to ?? (from === null ? 'changed' : 'removed')
  return `${label}: ${from === null ? value : `${from} → ${value}`}`
}

const others = { members: 'member', shares: 'share link of' } as const

/** What is not as it was: 'changed file Gas safety record', 'added share link of Quay House'. */
export const differenceWords = ({ resource, name, change }: Difference): string =>
  `${change} ${isResource(resource) ? nouns[resource].one : others[resource]} ${name}`

const ways: Record<HistoryEntry['via']['kind'], string | null> = {
  registration: 'on registering',
  session: null,
  token: 'through the API',
  'personal-token': 'via a personal access token',
  oauth: 'via an app',
  import: 'via import',
  share: 'via a share link',
  worker: 'in the background',
}

/** 'through the API (Night job)', 'via Phone'; null for what was done by hand. */
const wayOf = ({ kind, name }: HistoryEntry['via']): string | null => {
  const way = ways[kind]
  if (way === null || name === null) return way
  return kind === 'personal-token' || kind === 'oauth' ? `via ${name}` : `${way} (${name})`
}

/** Who did what no user did. */
const nameless = ({ kind }: HistoryEntry['via']): string => (kind === 'share' ? 'Someone' : 'Siteledger')

/** Who did it and how: 'Ann Archer, through the API (Night job), by the operator Olga Ott'. */
export const whoDid = ({ actor, impersonator, via }: Pick<HistoryEntry, 'actor' | 'impersonator' | 'via'>): string =>
  [actor?.name ?? nameless(via), wayOf(via), impersonator && `by the operator ${impersonator.name}`]
    .filter(Boolean)
    .join(', ')
