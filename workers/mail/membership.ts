import { teamDecider } from '#api/domain/team.ts'
import { load } from '#api/event-store/handle-command.ts'
import { teamStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Notice, TextTools } from './message.ts'
import { teamNameOf } from './team-name.ts'

// Notifications name people only by `creatorId`: a notification outlives the account of the person that it is about.

/** Notifies the owner of a team of a new member, except of the owner's own joining. */
export const memberJoined = async (
  { data: { teamId, userId } }: Recorded<EventNamed<'MemberJoined'>>,
  { ledger }: TextTools,
): Promise<Notice | null> => {
  const team = await load(ledger, teamDecider, teamStream(teamId))
  if (team.status !== 'active' || team.ownerId === userId) return null
  const body = `joined the team ${await teamNameOf(ledger, teamId)}.`
  return { userId: team.ownerId, icon: 'user-plus', body, action: null, creatorId: userId }
}

/** Notifies a member of a change of their membership. */
export const memberChanged = async (
  { data: { teamId, userId }, metadata }: Recorded<EventNamed<'MemberChanged'>>,
  { ledger }: TextTools,
): Promise<Notice> => ({
  userId,
  icon: 'user',
  body: `changed what you may see and do in the team ${await teamNameOf(ledger, teamId)}.`,
  action: null,
  creatorId: metadata.actor,
})

/** Notifies a former member of the end of their membership. */
export const memberRemoved = async (
  { data: { teamId, userId, removedBy } }: Recorded<EventNamed<'MemberRemoved'>>,
  { ledger }: TextTools,
): Promise<Notice> => ({
  userId,
  icon: 'user',
  body: `removed you from the team ${await teamNameOf(ledger, teamId)}.`,
  action: null,
  creatorId: removedBy,
})
