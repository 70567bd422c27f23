import { type TeamCommand, teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { teamStream } from '#api/event-store/streams.ts'
import type { EndingMember, ExpiryReminderQueries } from '#projections/sweeps/expiry-reminders.ts'
import type { UserId } from '#schemas/ids.ts'
import { plusDays, today } from '#schemas/time/dates.ts'
import { forEachInOrder } from './sweeps.ts'

/** How many days before its last one people are told of the end of a membership. */
const toldAhead = 7

type EndingTools = {
  ledger: Ledger
  reminders: Pick<ExpiryReminderQueries, 'ended' | 'endingSoon'>
  /** Where days begin and end (APP_TIMEZONE). */
  timeZone: string
}

/** Who sent the invitation by which a member came in last; null if there was none. */
const inviterOf = async ({ ledger }: EndingTools, { teamId, userId }: EndingMember): Promise<UserId | null> => {
  const history = await ledger.read(teamStream(teamId))
  const accepted = history.findLast(({ type, data }) => type === 'InvitationAccepted' && data.userId === userId)
  if (accepted?.type !== 'InvitationAccepted') return null
  const { invitationId } = accepted.data
  const sent = history.find(({ type, data }) => type === 'InvitationSent' && data.invitationId === invitationId)
  return sent?.metadata.actor ?? null
}

const order = ({ ledger }: EndingTools, { teamId, eventId }: EndingMember, command: TeamCommand, now: Date) => {
  const context = contextOfStep({ worker: 'ending-members', teamId, about: eventId }, command.type, now)
  return handle(ledger, teamDecider, teamStream(teamId), command, context)
}

/**
 * Records which memberships are over, and which will be within a week; the mails follow from that. Requests do not wait
 * for it: they refuse by the day. Running twice is safe: a command's id follows from the event that named the day.
 */
export const endMemberships = async (tools: EndingTools, now: Date): Promise<void> => {
  const day = today(now, tools.timeZone)
  await forEachInOrder(tools.reminders.ended(day), (member) =>
    order(tools, member, { type: 'EndMembership', userId: member.userId, today: day }, now),
  )
  await forEachInOrder(tools.reminders.endingSoon(day, plusDays(day, toldAhead)), async (member) => {
    const { userId, endsAt } = member
    const invitedBy = await inviterOf(tools, member)
    return order(tools, member, { type: 'RemindOfEnd', userId, endsAt, invitedBy }, now)
  })
}
