import { teamDecider } from '#api/domain/team.ts'
import { load } from '#api/event-store/handle-command.ts'
import { teamStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Letterhead, Notice } from './message.ts'
import { teamNameOf } from './team-name.ts'

// Names of people are left to `creatorId`: a notification outlives the account of whoever it tells about.

/** Tells the owner of a team who came in; of the owner's own coming nobody needs to hear. */
export const memberJoined = async (
  { data: { teamId, userId } }: Recorded<EventNamed<'MemberJoined'>>,
  { ledger }: Letterhead,
): Promise<Notice | null> => {
  const team = await load(ledger, teamDecider, teamStream(teamId))
  if (team.status !== 'active' || team.ownerId === userId) return null
  const body = `joined the team ${await teamNameOf(ledger, teamId)}.`
  return { userId: team.ownerId, icon: 'user-plus', body, action: null, creatorId: userId }
}

/** Tells a member that something about their membership is new. */
export const memberChanged = async (
  { data: { teamId, userId }, metadata }: Recorded<EventNamed<'MemberChanged'>>,
  { ledger }: Letterhead,
): Promise<Notice> => ({
  userId,
  icon: 'user',
  body: `changed what you may see and do in the team ${await teamNameOf(ledger, teamId)}.`,
  action: null,
  creatorId: metadata.actor,
})

/** Tells somebody that a team is closed to them from now on. */
export const memberRemoved = async (
  { data: { teamId, userId, removedBy } }: Recorded<EventNamed<'MemberRemoved'>>,
  { ledger }: Letterhead,
): Promise<Notice> => ({
  userId,
  icon: 'user',
  body: `removed you from the team ${await teamNameOf(ledger, teamId)}.`,
  action: null,
  creatorId: removedBy,
})
