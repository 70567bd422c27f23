import { categoryIn } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import { documentDecider } from '#api/domain/document.ts'
import { expiryRemindersDecider } from '#api/domain/expiry-reminders.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { teamDecider } from '#api/domain/team.ts'
import { load } from '#api/event-store/handle-command.ts'
import {
  categoryTreeStream,
  clientStream,
  documentStream,
  expiryRemindersStream,
  fileStream,
  siteStream,
  teamStream,
} from '#api/event-store/streams.ts'
import { ancestryOfFile, type Reading } from '#api/sagas/file-ancestry.ts'
import type { ExpiringRecord, MissingCell } from '#schemas/events/expiry-reminder.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { remindedRoles } from '#schemas/rights/abilities.ts'
import { abilitiesOf, scopeOf } from '#schemas/rights/membership.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'

type FileOf = Extract<ExpiringRecord, { kind: 'files' }>
type DocumentOf = Extract<ExpiringRecord, { kind: 'documents' }>

/** The name of a record, and that of its site; a document has none. */
export type Seen = { name: string; site: string | null }

const fileSeen = async (reading: Reading, scope: Scope, { id, expires_at }: FileOf): Promise<Seen | undefined> => {
  const file = await load(reading, fileDecider, fileStream(id))
  if (file.status !== 'active' || file.expires_at !== expires_at) return undefined
  const ancestry = await ancestryOfFile(reading, file)
  if (!ancestry || !isWithin(scope, { teamId: file.teamId, ...ancestry })) return undefined
  const site = await load(reading, siteDecider, siteStream(ancestry.siteId))
  const client = await load(reading, clientDecider, clientStream(ancestry.clientId))
  return site.status === 'active' && client.status === 'active' ? { name: file.name, site: site.name } : undefined
}

const documentSeen = async (reading: Reading, { teamId }: Scope, { id, expires_at }: DocumentOf) => {
  const document = await load(reading, documentDecider, documentStream(id))
  const isSeen = document.status === 'active' && document.teamId === teamId && document.expires_at === expires_at
  return isSeen ? { name: document.name, site: null } : undefined
}

/** The names of a cell that misses a file. */
export type SeenCell = { client: string; site: string; category: string }

const cellSeen = async (reading: Reading, scope: Scope, cell: MissingCell): Promise<SeenCell | undefined> => {
  const site = await load(reading, siteDecider, siteStream(cell.siteId))
  if (site.status !== 'active' || !isWithin(scope, site)) return undefined
  const client = await load(reading, clientDecider, clientStream(site.clientId))
  const { roots } = await load(reading, categoryTreeDecider, categoryTreeStream(scope.teamId))
  const category = categoryIn(roots, cell.categoryId)?.node
  if (client.status !== 'active' || !category) return undefined
  return { client: client.name, site: site.name, category: category.name }
}

/**
 * Tells what a person sees of records in a team by now: nothing of a record that is gone, expires on another day, or is
 * beyond their scope or abilities. Undefined for a person who is no member (D-57), or has not chosen to be reminded and
 * does not run the team.
 */
export const eyesOf = async (reading: Reading, teamId: TeamId, userId: UserId) => {
  const team = await load(reading, teamDecider, teamStream(teamId))
  const membership = team.status === 'active' ? team.members.get(userId) : undefined
  if (!membership) return undefined
  const { chosen } = await load(reading, expiryRemindersDecider, expiryRemindersStream(userId))
  if (!chosen && !remindedRoles.includes(membership.role)) return undefined
  const scope = scopeOf(teamId, membership)
  const abilities = abilitiesOf(membership)
  return {
    /** The part of the team of which they see what is missing; null: none. */
    scope: abilities.files.view ? scope : null,
    record: async (record: ExpiringRecord): Promise<Seen | undefined> => {
      if (!abilities[record.kind].view) return undefined
      return record.kind === 'files' ? fileSeen(reading, scope, record) : documentSeen(reading, scope, record)
    },
    cell: async (cell: MissingCell): Promise<SeenCell | undefined> =>
      abilities.files.view ? cellSeen(reading, scope, cell) : undefined,
  }
}
