import type { OwnedTeamsEvent, TeamEvent } from '#schemas/events/team.ts'
import type { ReservationEvent } from '#schemas/events/team-invitation.ts'
import { limitsWords } from '#schemas/limits/limits-override.ts'
import { resources } from '#schemas/nouns.ts'
import { type AbilityChanges, actions, labelOfRole } from '#schemas/rights/abilities.ts'
import type { Membership } from '#schemas/rights/membership.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import type { DescriptionsOf } from './description.ts'
import { day, dayOfInstant, type Fields, reference, references, text } from './fields.ts'
import { changesOf, describeNoun } from './noun.ts'
import { count, person, type Sentence, sentence } from './sentence.ts'

type OfTeam = { teamId: TeamEvent['data']['teamId'] }
const about = ({ teamId }: OfTeam, summary: Sentence) => ({ resource: 'teams', id: teamId, teamId, summary }) as const

const team = describeNoun({
  resource: 'teams',
  id: 'teamId',
  one: 'team',
  several: 'teams',
  events: ['TeamCreated', 'TeamRenamed', 'TeamTrialChanged'],
  fields: {
    name: text('name'),
    slug: text('slug'),
    ownerId: null,
    trialEndsAt: dayOfInstant('end of the trial', 'trial_ends_at'),
  },
})

/** A person may be a member of several teams, so the snapshot is of a member in one team. */
const keyOf = ({ teamId, userId }: { teamId?: string; userId: string }) => `${teamId}/${userId}`

const ofMember = (data: OfTeam & { userId: string }, summary: Sentence) =>
  ({ resource: 'members', id: data.userId, key: keyOf(data), teamId: data.teamId, summary }) as const

/** Flags that differ from the role's, such as "may delete files, may not view clients". */
const flagsOf = (changes: AbilityChanges): string | null => {
  const flags = resources.flatMap((each) =>
    actions.flatMap((action) => {
      const flag = changes[each]?.[action]
      return flag === undefined ? [] : [`${flag ? 'may' : 'may not'} ${action} ${each}`]
    }),
  )
  return flags.length === 0 ? null : flags.join(', ')
}

/** Role, flags and scope of a member; null for the clients and the sites means all of them. */
export const membershipFields: Fields<Membership> = {
  role: { label: 'role', show: labelOfRole },
  clientId: reference('client', 'clients'),
  siteIds: references('sites', 'sites', ''),
  abilities: { label: 'abilities', show: flagsOf },
  endsAt: { ...day('end'), as: 'ends_at' },
}

const member = describeNoun({
  resource: 'members',
  id: 'userId',
  one: 'member',
  several: 'members',
  key: keyOf,
  events: ['MemberJoined', 'MemberChanged'],
  subject: (id) => sentence`the member ${person(id)}`,
  fields: membershipFields,
})

const ofInvitation = ({ invitationId: id, teamId }: OfTeam & { invitationId: string }, summary: Sentence) =>
  ({ resource: 'invitations', id, teamId, summary }) as const

const readersOf = { nobody: 'nobody opens', auditors: 'auditors open', everyone: 'everyone opens' } as const

export const teamDescriptions: DescriptionsOf<TeamEvent | OwnedTeamsEvent | ReservationEvent> = {
  // One command may make its owner a member and register them: this event sums it up.
  TeamCreated: (event, lookup) => ({
    ...team.added(event, lookup),
    summary: sentence`Founded the team ${event.data.name}`,
    weight: 3,
  }),
  TeamRenamed: team.changed,
  TeamTrialChanged: team.changed,
  TeamLimitsOverridden: ({ data }, lookup) => {
    const until = showDate(CalendarDate.parse(data.endsAt.slice(0, 10)))
    const words = `${limitsWords(data)} until ${until}, as an operator, because: ${data.reason}`
    return team.mention(data, lookup, (subject) => sentence`Allowed ${subject} ${words}`)
  },
  TeamLimitsOverrideEnded: ({ data }, lookup) =>
    team.mention(data, lookup, (subject) => sentence`Ended the limits that an operator had given ${subject}`),
  SecondFactorDemanded: ({ data }) => ({
    ...about(
      data,
      data.required
        ? sentence`Asked all members for two-factor authentication`
        : sentence`Asks members for two-factor authentication no longer`,
    ),
    weight: 2,
  }),
  ShareLinksAllowed: ({ data }) => ({
    ...about(data, data.allowed ? sentence`Turned share links on` : sentence`Turned share links off`),
    weight: 2,
  }),
  ReadsRecordedOf: ({ data }) => ({
    ...about(data, sentence`Chose that it is recorded which files ${readersOf[data.recorded]}`),
    weight: 2,
  }),
  TeamDeleted: ({ data }, lookup) => team.mention(data, lookup, (subject) => sentence`Deleted ${subject}`),
  TeamRestored: ({ data }, lookup) => team.mention(data, lookup, (subject) => sentence`Restored ${subject}`),
  TeamPurged: ({ data }, lookup) => team.mention(data, lookup, (subject) => sentence`Removed ${subject} for ever`),
  OwnershipTaken: null,
  OwnershipGivenUp: null,
  ReservationClaimed: null,
  ReservationConfirmed: null,
  ReservationReleased: null,
  MemberJoined: (event, lookup) => ({
    ...member.added(event, lookup),
    summary: sentence`${person(event.data.userId)} joined the team`,
    several: sentence`${count} members joined the team`,
    clients: [event.data.clientId],
  }),
  MemberChanged: (event, lookup) => {
    const before = lookup.record('members', keyOf(event.data))?.attributes as Partial<Membership> | undefined
    return { ...member.changed(event, lookup), clients: [before?.clientId ?? null, event.data.clientId] }
  },
  MembershipEndsSoon: null,
  MemberRemoved: ({ data }) =>
    ofMember(
      data,
      data.reason === 'ended'
        ? sentence`The membership of ${person(data.userId)} ended`
        : sentence`Removed the member ${person(data.userId)}`,
    ),
  MemberLeft: ({ data }) => ofMember(data, sentence`${person(data.userId)} left the team`),
  InvitationSent: ({ data }, lookup) => ({
    ...ofInvitation(data, sentence`Invited ${person(data.invitationId)} as ${labelOfRole(data.role)}`),
    changes: changesOf(membershipFields, data, lookup),
    clients: [data.clientId],
    names: [{ id: data.invitationId, name: data.email, of: data.personId }],
  }),
  InvitationResent: ({ data }) =>
    ofInvitation(data, sentence`Sent the invitation of ${person(data.invitationId)} again`),
  InvitationCancelled: ({ data }) =>
    ofInvitation(data, sentence`Withdrew the invitation of ${person(data.invitationId)}`),
  // The entry shows the MemberJoined of the same command.
  InvitationAccepted: ({ data }) => ({
    ...ofInvitation(data, sentence`${person(data.userId)} accepted the invitation`),
    weight: 1,
  }),
  InvitationRejected: ({ data }) => ofInvitation(data, sentence`${person(data.userId)} rejected the invitation`),
}
