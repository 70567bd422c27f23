/** The names of the own fields, all of which are texts, in tables that have them. */
export const ownNames = Array.from({ length: 10 }, (_, at) => `Detail ${at + 1}`)

/**
 * A table of sites of a thousand clients, each with an external id, as CRM software exports it; `first` numbers them, and
 * `own` are names of own fields, each with a value in every row.
 */
export const sitesFile = (rows: number, first = 0, own: readonly string[] = []): string => {
  const lines = [['external_id,name,postcode,client', ...own].join(',')]
  for (let row = first; row < first + rows; row += 1) {
    const values = own.map((name) => `${name} of ${row}`)
    const fixed = `S-${row},Facility ${row} at the harbour,N${row % 90} ${row % 9}AB,Client ${row % 1000}`
    lines.push([fixed, ...values].join(','))
  }
  return `${lines.join('\n')}\n`
}
