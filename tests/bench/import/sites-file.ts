/** A table of sites of a thousand clients, each with an external id, as a program for customers exports it. */
export const sitesFile = (rows: number): string => {
  const lines = ['external_id,name,postcode,client']
  for (let row = 0; row < rows; row += 1) {
    lines.push(`S-${row},Facility ${row} at the harbour,N${row % 90} ${row % 9}AB,Client ${row % 1000}`)
  }
  return `${lines.join('\n')}\n`
}
