import type { Site } from '#schemas/resources/sites.ts'
import { qrCodeOf } from '#web/components/qr-picture.tsx'

/** Labels of a sheet of A4: three in a row, and eight rows. */
const ofSheet = 24

/** What is printed of each site: the site, and the picture of its code. */
export type Code = readonly [Site, string]

/** Parts of a list, each of which fills a sheet. */
export const sheetsOf = <Each>(all: readonly Each[]): Each[][] =>
  Array.from({ length: Math.ceil(all.length / ofSheet) }, (_, at) => all.slice(at * ofSheet, (at + 1) * ofSheet))

/** Draws the codes of sites, sheet by sheet, so that the page answers in between. */
export const drawCodes = async (sites: readonly Site[], addressOf: (id: string) => string): Promise<Code[]> => {
  const codes: Code[] = []
  for (const sheet of sheetsOf(sites)) {
    for (const site of sheet) codes.push([site, await qrCodeOf(addressOf(site.id))])
    await new Promise((resolve) => setTimeout(resolve))
  }
  return codes
}
