/**
 * Rows that an import writes before it waits for the read models. Other commands wait for the same read models (D-05):
 * these are behind by at most this many rows and those being written.
 */
const rowsAhead = 128

/** Counts written rows, and waits for the read models after every `rowsAhead` of them; tells whether it has waited. */
export const backpressure = (caughtUp: () => Promise<boolean>): ((rows: number) => Promise<boolean>) => {
  let ahead = 0
  return async (rows) => {
    ahead += rows
    if (ahead < rowsAhead) return false
    ahead = 0
    await caughtUp()
    return true
  }
}
