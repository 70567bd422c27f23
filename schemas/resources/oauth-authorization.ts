import { z } from 'zod'
import { NamedScope } from '#schemas/rights/oauth-scopes.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'

/** A parameter of the authorization endpoint; one that is repeated is refused there, in the terms of RFC 6749. */
const parameter = (description: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ type: 'string', description })

const team = z.object({ id: TeamId, name: z.string() })

/** The consent that a user is asked for. `request` names it for ten minutes, to this session, and for one answer. */
export const ConsentRequest = z.object({
  request: z.string(),
  client: z.object({
    id: z.string(),
    name: z.string(),
    redirect_host: z.string(),
    /** Null where the app is the installation's own: a name alone could say so of any app. */
    owner: z.object({ name: z.string(), email: z.string() }).nullable(),
  }),
  user: z.object({ name: z.string(), email: z.string() }),
  team,
  teams: z.array(team),
  scopes: z.array(NamedScope),
})
export type ConsentRequest = z.infer<typeof ConsentRequest>

const path = '/oauth/authorize'
const request = z.string({ error: 'The request field is required.' }).min(1).max(200)
const answer = z.object({ redirect: z.string().meta({ description: 'Where the app waits for the answer.' }) })

export const askForConsent = endpoint(`GET ${path}`, {
  summary: 'Ask the signed-in user to authorize an app (RFC 6749, 4.1.1)',
  about: [
    'A navigation gets the page that asks. An unknown client or redirect is 400; every other fault is told to the',
    'redirect. A confidential client with a consent of the last 30 days, of the same team, that asks for nothing more',
    'gets its code at once. No code is given while an operator acts in the name of the user.',
  ].join('\n'),
  access: 'signed-in',
  caller: { inPerson: true },
  transport: { showsPage: true },
  query: z.object({
    response_type: parameter('code'),
    client_id: parameter('The id of the client.'),
    redirect_uri: parameter('A redirect of the client, exactly as registered; on 127.0.0.1 and [::1] of any port.'),
    scope: parameter('Scopes, separated by spaces.'),
    state: parameter('Comes back with the answer.'),
    code_challenge: parameter('The S256 challenge of RFC 7636.'),
    code_challenge_method: parameter('S256'),
    response_mode: parameter('query'),
  }),
  response: ConsentRequest,
})

export const giveConsent = endpoint(`POST ${path}`, {
  summary: 'Authorize the app of a request',
  about: 'Answers 403 to another session than the one that was asked, and 410 after ten minutes or an answer.',
  access: 'signed-in',
  caller: { confirmed: true },
  body: z.object({ request, team_id: TeamId.optional().meta({ description: 'Left out: the current team.' }) }),
  response: answer,
})

export const refuseConsent = endpoint(`DELETE ${path}`, {
  summary: 'Refuse the app of a request',
  access: 'signed-in',
  body: z.object({ request }),
  response: answer,
})
