import type { ImportRun } from '#schemas/resources/imports.ts'
import { counted } from '#schemas/text/counted.ts'
import { madeWords } from '#schemas/text/made-words.ts'
import { kinds } from '#web/components/kinds.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { listed } from '#web/lib/listed.ts'

export const importsDetail = 'Import clients and sites from CSV, and folders of files'

/** The title of a run: its file's name, or the kind of its records. */
export const nameOf = ({ file_name, kind }: ImportRun): string => file_name ?? kinds[kind].title

/** The label and the colour of a run's status. */
export const standings: Record<ImportRun['status'], { word: string; color: string }> = {
  running: { word: 'Running', color: 'blue' },
  interrupted: { word: 'Interrupted', color: 'orange' },
  stopped: { word: 'Stopped', color: 'orange' },
  finished: { word: 'Finished', color: 'green' },
  undone: { word: 'Undone', color: 'gray.6' },
}

/** Who started the import, and when: 'Ann Archer on November 21st, 2025 4:05 PM'. */
export const originOf = ({ started_by, started_at }: ImportRun): string =>
  `${started_by ?? 'An erased person'} on ${longDateTime(started_at)}`

const part = (count: number | null, word: string): string[] =>
  count === null ? [] : [`${count.toLocaleString('en-GB')} ${word}`]

type Outcome = Pick<ImportRun, 'kind' | 'created' | 'updated' | 'unchanged' | 'refused' | 'clients_created'> &
  Partial<Pick<ImportRun, 'made'>>

/** The outcome of the rows: '3 sites created, 1 client added for them, 1 updated, 5 unchanged, 2 refused'. */
export const outcomeOf = ({ kind, created, updated, unchanged, refused, clients_created, made }: Outcome): string => {
  const { one, many } = kinds[kind]
  const added = madeWords(made ?? { clients: clients_created })
  return [
    `${counted(created, one, many)} created`,
    ...(added.length > 0 ? [`${listed(added)} added for them`] : []),
    ...part(kind === 'files' ? null : updated, 'updated'),
    ...part(unchanged, 'unchanged'),
    ...part(refused, 'refused'),
  ].join(', ')
}

/** The expected outcome of a file's rows: '2 sites will be created, 1 updated. 4 rows have errors.' */
export const planOf = ({ kind, created, updated, unchanged, refused, clients_created }: Outcome): string => {
  const { one, many } = kinds[kind]
  const changes = [
    `${counted(created, one, many)} will be created`,
    ...(clients_created ? [`${counted(clients_created, 'client', 'clients')} added for them`] : []),
    ...(updated ? part(updated, 'updated') : []),
    ...(unchanged ? part(unchanged, 'unchanged') : []),
  ]
  const errors = refused ? ` ${counted(refused, 'row has an error', 'rows have errors')}.` : ''
  return `${changes.join(', ')}.${errors}`
}

/** How a run that has not ended goes on. */
export const goesOn = (kind: ImportRun['kind']): string =>
  kind === 'files'
    ? 'Choose the same folder again to go on: no file is imported twice.'
    : 'Send the same file again: no row is imported twice.'

/** The outcome of undoing a run. */
export const undoneOf = ({ deleted, reverted, kept }: NonNullable<ImportRun['undone']>): string =>
  [`${deleted.toLocaleString('en-GB')} deleted`, ...part(reverted, 'restored'), ...part(kept, 'kept')].join(', ')
