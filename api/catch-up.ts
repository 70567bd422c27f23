import type { Ledger } from './event-store/ledger.ts'
import type { readYourWrite } from './read-side/read-your-write.ts'
import type { CatchUp } from './routes/registry/setup.ts'

/** Waits for the end of a log by what its read models have read. */
export const catchUpWith = (
  ledger: Pick<Ledger, 'lastPosition' | 'idAt'>,
  reading: ReturnType<typeof readYourWrite>,
): CatchUp => {
  const end = async () => (await ledger.lastPosition()) ?? '0'
  return {
    lists: async (reads = []) => reading.readable(await ledger.lastPosition(), reads),
    all: async () => reading.everywhere(await end()),
    listsWith: (reads) => ({
      end,
      hold: (position) => reading.readable(position, reads),
      position: () => reading.readUpTo(reads),
      standStill: () => reading.standStill(reads),
    }),
    position: reading.readUpTo,
    isOfAnotherLog: (position) =>
      ledger.idAt(position).then(
        (id) => id === null,
        () => false,
      ),
  }
}
