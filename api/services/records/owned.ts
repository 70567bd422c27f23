import { invalidField, notFound, unavailable } from '#api/http/problem.ts'

/** Returns the row that a query found, or throws 404. */
export const orNotFound = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw notFound()
  return row
}

/** Returns the row of a record that the log holds. Throws 503, before any write, if the read models are behind. */
export const orBehind = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw unavailable('The service is catching up. Please try again.')
  return row
}

/**
 * The row of a record that a command has added. If it was changed since, or the read models are behind, the answer is
 * what the command wrote (D-05), so that a retry gets the first answer again.
 */
export const asAdded = <Row extends { revision: string }>(row: Row | undefined, written: Row): Row =>
  row?.revision === written.revision ? row : written

/** Returns the row that a request refers to, or throws 422 under `field`. */
export const orInvalid = <Row>(field: string, row: Row | undefined): Row => {
  if (row === undefined) throw invalidField(field, `The selected ${field.replace(/_id$/, '')} is invalid.`)
  return row
}
