import { z } from 'zod'
import { Role } from '#schemas/rights/ability-schemas.ts'
import { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { typedPassword } from '#schemas/rights/password.ts'
import { TokenAbility } from '#schemas/rights/token-abilities.ts'
import { LastUsedAt } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { FactorMethod } from '../events/user.ts'
import { OAuthClientId, TeamId, UserId } from '../ids.ts'

/**
 * All data about a person (D-90). `records` are the events with their personal data, unsealed; passwords, secrets and
 * codes are left out, since the file is not protected. `activity` are their changes, in former teams too, newest first;
 * `team` is a name.
 */
export const PersonalData = z.object({
  exported_at: z.iso.datetime(),
  account: z.object({
    id: UserId,
    name: z.string().nullable(),
    email: z.string().nullable(),
    country_code: z.string().nullable(),
    phone: z.string().nullable(),
    two_factor: FactorMethod.nullable(),
    photo_url: z.string().nullable(),
    last_logged_in_at: z.iso.datetime().nullable(),
  }),
  teams: z.array(z.object({ id: TeamId, name: z.string(), role: Role })),
  sessions: z.array(z.object({ device: z.string(), started_at: z.iso.datetime(), last_seen_at: z.iso.datetime() })),
  api_tokens: z.array(
    z.object({
      name: z.string(),
      team_id: TeamId,
      abilities: z.array(TokenAbility),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime().nullable(),
      last_used_at: LastUsedAt,
    }),
  ),
  personal_access_tokens: z.array(
    z.object({
      name: z.string(),
      team_id: TeamId,
      scopes: z.array(OAuthScope),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      last_used_at: LastUsedAt,
    }),
  ),
  oauth_clients: z.array(
    z.object({
      id: OAuthClientId,
      name: z.string(),
      redirects: z.array(z.string()),
      confidential: z.boolean(),
      created_at: z.iso.datetime(),
      last_used_at: LastUsedAt,
    }),
  ),
  authorized_apps: z.array(
    z.object({
      client_id: OAuthClientId,
      client_name: z.string(),
      team_id: TeamId,
      scopes: z.array(OAuthScope),
      created_at: z.iso.datetime(),
      last_used_at: LastUsedAt,
    }),
  ),
  records: z.array(z.object({ at: z.iso.datetime(), type: z.string(), data: z.record(z.string(), z.unknown()) })),
  activity: z.array(
    z.object({
      at: z.iso.datetime(),
      summary: z.string(),
      team: z.string().nullable(),
      /** Whether an operator did it by impersonation (D-64). */
      impersonated: z.boolean(),
    }),
  ),
})
export type PersonalData = z.infer<typeof PersonalData>

/** The answer is a file to save, also for a navigation (D-38). */
export const exportPersonalData = endpoint('GET /settings/personal-data', {
  caller: { recorded: 'data_exported', inPerson: true },
  summary: 'Everything that is held on the signed-in user, as a JSON file',
  access: 'signed-in',
  response: PersonalData,
})

/**
 * Teams that the user owns alone are deleted (D-96); 422 under `account` while one of them has other members. The
 * remaining data outside the sealed events is removed moments after the answer.
 */
export const eraseAccount = endpoint('DELETE /settings/account', {
  summary: 'Erase the signed-in user for ever',
  access: 'signed-in',
  body: z.object({ current_password: typedPassword('current_password') }),
})
