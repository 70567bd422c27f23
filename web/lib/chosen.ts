/**
 * The chosen records of a list: those that are selected, or with a filter all that it matches, of which `rows` are loaded.
 * `count` is how many they are.
 */
export type Chosen<Row, Filter> = { rows: readonly Row[]; count: number; filter?: Filter | undefined }

/** How a call names the chosen records. */
export const named = <Filter>({ rows, count, filter }: Chosen<{ id: string }, Filter>) =>
  filter ? { filter, count } : { ids: rows.map(({ id }) => id) }

/** Tells choices apart: a form begins anew for other records. */
export const choiceKey = ({ rows, filter }: Chosen<{ id: string }, unknown>): string =>
  filter ? JSON.stringify(filter) : rows.map(({ id }) => id).join()

/** The choice as it is now: what a filter matches may have become more while a dialog was open. */
export const asNow = <Row, Filter>(chosen: Chosen<Row, Filter>, total: number): Chosen<Row, Filter> =>
  chosen.filter ? { ...chosen, count: total } : chosen
