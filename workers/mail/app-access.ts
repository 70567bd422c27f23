import { oauthClientDecider } from '#api/domain/oauth-client.ts'
import { load } from '#api/event-store/handle-command.ts'
import { oauthClientStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { GrantEnd } from '#schemas/events/oauth-grant.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { OAuthClientId } from '#schemas/ids.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import { warn } from './account-changes.ts'
import type { TextTools } from './message.ts'
import { teamNameOf } from './team-name.ts'

/** 'The app "Phone"'; an app that is gone has no name any more. */
const appCalled = async ({ ledger }: TextTools, clientId: OAuthClientId): Promise<string> => {
  if (clientId === commandLineClient.clientId) return `The app "${commandLineClient.name}"`
  const client = await load(ledger, oauthClientDecider, oauthClientStream(clientId))
  return client.status === 'active' ? `The app "${client.name}"` : 'An app'
}

export const appAuthorized = async ({ data }: Recorded<EventNamed<'OAuthAccessGranted'>>, tools: TextTools) => {
  const app = await appCalled(tools, data.clientId)
  const team = (await teamNameOf(tools.ledger, data.teamId)) ?? ''
  const what = `${app} may act for you in the team ${team} on Siteledger from now on, as far as you have allowed it. You can end that in your settings, under API.`
  return warn(data.userId, tools, 'An app may act for you', what)
}

/** Why an app's access ended, where its user should know; the other ends follow from what they know. */
const reasons: { [End in GrantEnd]?: string } = {
  user: 'It was ended in your settings, or with a new password.',
  'code-replayed': 'It sent a code for the second time, which someone else may have read. You can authorize it again.',
  'token-reused': 'It sent a token for the second time, which someone else may have read. You can authorize it again.',
}

export const appEnded = async ({ data }: Recorded<EventNamed<'OAuthGrantRevoked'>>, tools: TextTools) => {
  const why = reasons[data.by]
  if (why === undefined) return null
  const what = `${await appCalled(tools, data.clientId)} does not act for you on Siteledger any more. ${why}`
  return warn(data.userId, tools, 'The access of an app has ended', what)
}
