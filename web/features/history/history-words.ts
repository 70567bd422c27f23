import type { HistoryEntry } from '#schemas/resources/history.ts'

const labels: Record<string, string> = {
  started_at: 'Start date',
  ended_at: 'End date',
  completed_at: 'Completion date',
  photo_url: 'Photo',
}

/** The label of a changed field: 'completed_at' is 'Completion date', 'parent_id' is 'Parent'. */
export const fieldLabel = (field: string): string => {
  const words = field.replace(/_(id|ids|url|path)$/, '').replaceAll('_', ' ')
  return labels[field] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const ways: Record<HistoryEntry['via']['kind'], string | null> = {
  registration: 'on registering',
  session: null,
  token: 'through the API',
  import: 'by an import',
  worker: 'in the background',
}

/** Who did it and how: 'Ann Archer, through the API (Night job), by the operator Olga Ott'. */
export const whoDid = ({ actor, impersonator, via }: HistoryEntry): string => {
  const way = ways[via.kind]
  return [
    actor?.name ?? 'Siteledger',
    way && (via.name ? `${way} (${via.name})` : way),
    impersonator && `by the operator ${impersonator.name}`,
  ]
    .filter(Boolean)
    .join(', ')
}
