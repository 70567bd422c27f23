import type { LedgerEvent } from '#schemas/events/registry.ts'
import { apiTokenLines } from './api-tokens.ts'
import { bulkLines } from './bulk.ts'
import { categoryLines } from './categories.ts'
import { clientLines } from './clients.ts'
import { documentLines } from './documents.ts'
import { fileLines } from './files.ts'
import { importLines } from './imports.ts'
import { invitationLines } from './invitations.ts'
import type { LinesOf } from './line.ts'
import { memberLines } from './members.ts'
import { pictureLines } from './pictures.ts'
import { platformLines } from './platform.ts'
import { siteLines } from './sites.ts'
import { teamLines } from './teams.ts'
import { userLines } from './users.ts'
import { visitLines } from './visits.ts'

/**
 * How every event of the log reads in the history. It names each type there is, so a new event does not compile until
 * its noun's file beside this one says how it reads (`summary`, `changes`, and in `now` what later lines need to know),
 * or says `null`: an outcome of what was ordered before, or nobody's change.
 */
export const lines: LinesOf<LedgerEvent> = {
  ...apiTokenLines,
  ...bulkLines,
  ...categoryLines,
  ...clientLines,
  ...documentLines,
  ...fileLines,
  ...importLines,
  ...invitationLines,
  ...memberLines,
  ...pictureLines,
  ...platformLines,
  ...siteLines,
  ...teamLines,
  ...userLines,
  ...visitLines,
  // That a site counts is told with the site.
  SitePlacesTaken: null,
  SitePlacesReleased: null,
  // What a file says is read for the search.
  TextExtracted: null,
}
