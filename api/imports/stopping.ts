import type { ImportQueries, ImportRow } from '#projections/imports/queries.ts'
import type { ImportId } from '#schemas/ids.ts'

/** Whether a run awaits further rows. */
export const isOpen = ({ stopped_at, finished_at, undone_at }: ImportRow): boolean =>
  !stopped_at && !finished_at && !undone_at

const wereDone = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? ' was' : 's were'}`

/** The message of a stopped import: the rows that it has written, and the clients that it has added for them. */
export const stoppedWords = (written: number, clients: number): string => {
  const added = clients > 0 ? `, and ${wereDone(clients, 'client')} added for them` : ''
  return `The import was stopped. ${wereDone(written, 'row')} written${added}.`
}

/** Watches for a stop of a run; one of an earlier try, which read models may still show, does not count. */
export const stopOf = (imports: Pick<ImportQueries, 'stoppedAt'>, run: ImportId) => {
  const before = imports.stoppedAt(run)
  let isMet = false
  return {
    /** Yields items until the run is stopped. */
    until: function* <Item>(items: Iterable<Item>): Generator<Item> {
      for (const item of items) {
        const at = imports.stoppedAt(run)
        isMet ||= at !== null && at !== before
        if (isMet) return
        yield item
      }
    },
    /** Whether items were left out. */
    isMet: () => isMet,
  }
}
