import { accounts } from './accounts.ts'
import { announcements } from './announcements.ts'
import { apiTokens } from './api-tokens.ts'
import { categories } from './categories.ts'
import { changes } from './changes.ts'
import { clients } from './clients.ts'
import { documents } from './documents.ts'
import { files } from './files.ts'
import { history } from './history.ts'
import { imports } from './imports/imports.ts'
import { inbox } from './inbox.ts'
import { invitations } from './invitations.ts'
import { metricsProjection } from './metrics.ts'
import { openSitePlaces } from './open-site-places.ts'
import { personalTraces } from './personal-traces.ts'
import { pictures } from './pictures.ts'
import type { Projection } from './projection.ts'
import { search } from './search/search.ts'
import { sites } from './sites.ts'
import { teamInvitations } from './team-invitations.ts'
import { teams } from './teams.ts'
import { trash } from './trash/trash.ts'
import { visits } from './visits.ts'

/** Every read model that the API keeps: what it answers from, and what the workers look into beside their own. */
export const projections: readonly Projection[] = [
  accounts,
  announcements,
  apiTokens,
  categories,
  changes,
  clients,
  documents,
  files,
  history,
  imports,
  inbox,
  metricsProjection,
  openSitePlaces,
  personalTraces,
  pictures,
  search,
  sites,
  invitations,
  teamInvitations,
  teams,
  trash,
  visits,
]
