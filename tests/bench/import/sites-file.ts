/** A table of sites of a thousand clients, each with an external id, as CRM software exports it; `first` numbers them. */
export const sitesFile = (rows: number, first = 0): string => {
  const lines = ['external_id,name,postcode,client']
  for (let row = first; row < first + rows; row += 1) {
    lines.push(`S-${row},Facility ${row} at the harbour,N${row % 90} ${row % 9}AB,Client ${row % 1000}`)
  }
  return `${lines.join('\n')}\n`
}
