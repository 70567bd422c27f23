import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { teamStream, userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, EventType } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Mail, TextTools } from './message.ts'
import { teamNameOf } from './team-name.ts'

type Of<Type extends EventType> = Recorded<EventNamed<Type>>

/**
 * Tells a user of a change that decides about their sign-in or a whole team, in case they did not make it (D-100); null
 * for an erased person.
 */
export const warn = async (
  userId: UserId | null,
  { ledger, supportEmail }: TextTools,
  subject: string,
  what: string,
): Promise<Mail | null> => {
  const user = userId && (await load(ledger, userDecider, userStream(userId)))
  if (user?.status !== 'registered' || user.email === null) return null
  return { to: user.email, subject, paragraphs: [what, `If it was not you, write to ${supportEmail} at once.`] }
}

export const passwordChanged = ({ data: { userId, by } }: Of<'PasswordChanged'>, tools: TextTools) => {
  const how = by === 'reset' ? ' with a mailed link' : ''
  const what = `The password of your account with Siteledger was changed${how}. All other browsers are signed out.`
  return warn(userId, tools, 'Your password was changed', what)
}

export const twoFactorTurnedOn = ({ data: { userId } }: Of<'TwoFactorTurnedOn'>, tools: TextTools) =>
  warn(
    userId,
    tools,
    'Two-factor authentication is on',
    'Signing in to your account with Siteledger asks for a code from now on. A device that gave codes before does not work any more.',
  )

export const twoFactorTurnedOff = ({ data: { userId, by } }: Of<'TwoFactorTurnedOff'>, tools: TextTools) =>
  warn(
    userId,
    tools,
    'Two-factor authentication is off',
    by === 'reset-code'
      ? 'Someone signed in to your account with Siteledger with its reset code, which turns two-factor authentication off. You can turn it on again in your settings.'
      : 'Signing in to your account with Siteledger needs only the password from now on.',
  )

/** The name is null once the person is erased. */
const tokenCalled = (name: string | null): string => (name === null ? 'An API token' : `The API token "${name}"`)
const personalTokenCalled = (name: string | null): string =>
  name === null ? 'A personal access token' : `The personal access token "${name}"`

export const apiTokenCreated = ({ data: { userId, name } }: Of<'ApiTokenCreated'>, tools: TextTools) => {
  const what = `${tokenCalled(name)} was created for your account with Siteledger. Whoever has it can act for you.`
  return warn(userId, tools, 'A new API token', what)
}

export const apiTokenChanged = ({ data: { userId, name } }: Of<'ApiTokenChanged'>, tools: TextTools) => {
  const what = `${tokenCalled(name)} of your account with Siteledger has another name or other rights now.`
  return warn(userId, tools, 'An API token was changed', what)
}

export const apiTokenRevoked = ({ metadata: { actor } }: Of<'ApiTokenRevoked'>, tools: TextTools) => {
  const what = 'An API token of your account with Siteledger was revoked. Programs that use it are refused.'
  return warn(actor, tools, 'An API token was revoked', what)
}

export const personalTokenCreated = ({ data: { userId, name } }: Of<'PersonalTokenCreated'>, tools: TextTools) => {
  const what = `${personalTokenCalled(name)} was created for your account with Siteledger. Whoever has it can act for you.`
  return warn(userId, tools, 'A new personal access token', what)
}

/** No mail of those that ended with the membership, which its user knows of. */
export const personalTokenRevoked = ({ metadata: { actor } }: Of<'PersonalTokenRevoked'>, tools: TextTools) =>
  warn(
    actor,
    tools,
    'A personal access token was revoked',
    'A personal access token of your account with Siteledger was revoked. Programs that use it are refused.',
  )

export const teamDeleted = async ({ data: { teamId, deletedBy } }: Of<'TeamDeleted'>, tools: TextTools) => {
  const name = (await teamNameOf(tools.ledger, teamId)) ?? ''
  const team = await load(tools.ledger, teamDecider, teamStream(teamId))
  const ownerId = team.status === 'none' ? null : team.ownerId
  const who =
    deletedBy === ownerId ? `You deleted the team ${name} on Siteledger.` : `Siteledger deleted your team ${name}.`
  return warn(ownerId, tools, 'Your team was deleted', `${who} Its data is removed for ever after 30 days.`)
}

export const teamRestored = async ({ data: { teamId } }: Of<'TeamRestored'>, tools: TextTools) => {
  const name = (await teamNameOf(tools.ledger, teamId)) ?? ''
  const team = await load(tools.ledger, teamDecider, teamStream(teamId))
  const ownerId = team.status === 'none' ? null : team.ownerId
  const what = `Siteledger restored your team ${name}, as it was when it was deleted. A plan that it had has ended.`
  return warn(ownerId, tools, 'Your team was restored', what)
}
