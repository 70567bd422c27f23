import { z } from 'zod'
import { maxPictureBytes, pictureUploadTypes } from '#schemas/limits/upload-rules.ts'
import { slugPattern } from '#schemas/records/team-slug.ts'
import { recordedReads } from '#schemas/rights/recorded-reads.ts'
import { nameText, requiredText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId, UserId } from '../ids.ts'
import { billableFields } from './billable.ts'
import { LimitsOverride } from './limits-override.ts'
import { TeamMember } from './members.ts'

/** A team with its members, as its members see it. */
export const Team = z
  .object({
    id: TeamId,
    name: z.string(),
    slug: z.string(),
    owner_id: UserId,
    owner: z.object({ name: z.string().nullable() }),
    photo_url: z.string().nullable(),
    /** The state of the newest upload of the photo. */
    photo_state: z.enum(['none', 'pending', 'ready', 'failed']),
    users: z.array(TeamMember),
    ...billableFields,
    /** The end of the trial that the team began with. */
    trial_ends_at: z.iso.datetime().nullable(),
    /** The limits that an operator has given the team; null where there are none, and for all but its owner and admins. */
    limits_override: LimitsOverride.nullable(),
    /** Whether members may work in it only while two-factor authentication is on for them. */
    second_factor_required: z.boolean(),
    /** Whether its share links lead anywhere; while they do not, none can be made. */
    share_links_allowed: z.boolean(),
    /** Of whom it is recorded which contents they open. */
    reads_recorded: z.enum(recordedReads),
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof Team>

/** The team of a token. One without scopes is told its id and name: the rest is null, and lists are empty (D-114). */
export const CurrentTeam = z
  .object({
    ...Team.shape,
    slug: Team.shape.slug.nullable(),
    owner_id: Team.shape.owner_id.nullable(),
    owner: Team.shape.owner.nullable(),
    photo_state: Team.shape.photo_state.nullable(),
    state: Team.shape.state.nullable(),
    second_factor_required: Team.shape.second_factor_required.nullable(),
    share_links_allowed: Team.shape.share_links_allowed.nullable(),
    reads_recorded: Team.shape.reads_recorded.nullable(),
  })
  .meta({ id: 'CurrentTeam' })
export type CurrentTeam = z.infer<typeof CurrentTeam>

const one = z.object({ id: TeamId })

const teamSlug = requiredText('slug').regex(
  slugPattern,
  'The slug may only contain letters, numbers, dashes and underscores.',
)

export const listTeams = endpoint('GET /{teams}', {
  summary: 'Teams of the signed-in user',
  access: 'signed-in',
  response: z.array(Team),
})

export const currentTeam = endpoint('GET /{teams}/current', {
  summary: 'The team that the signed-in user works in',
  access: 'signed-in',
  caller: { byToken: 'bare' },
  response: CurrentTeam,
})

export const showTeam = endpoint('GET /{teams}/{id}', {
  summary: 'One of the signed-in user’s teams',
  access: 'signed-in',
  params: one,
  response: Team,
})

/** The answer is a redirect, also for a navigation (D-38, D-74). */
export const switchTeam = endpoint('GET /{teams}/{id}/switch', {
  summary: 'Work in another team, and go to its dashboard',
  access: 'signed-in',
  caller: { fromOwnPages: 'or-typed' },
  params: one,
  status: 302,
})

export const createTeam = endpoint('POST /settings/{teams}', {
  summary: 'Create a team, owned by the signed-in user, and work in it',
  access: 'signed-in',
  body: z.object({ name: nameText(), slug: teamSlug }),
  response: Team,
  status: 201,
})

export const renameTeam = endpoint('PUT /settings/{teams}/{id}/name', {
  summary: 'Rename a team',
  access: 'signed-in',
  params: one,
  body: z.object({ name: nameText() }),
  response: Team,
})

/** Members without a second factor may then do nothing in the team until theirs is on. */
export const demandSecondFactor = endpoint('PUT /settings/{teams}/{id}/second-factor', {
  summary: 'Ask all members for two-factor authentication, or no longer; owner and admins may',
  access: 'signed-in',
  caller: { confirmed: true },
  params: one,
  body: z.object({
    second_factor_required: z.boolean({ error: 'The second factor required field must be true or false.' }),
  }),
  response: Team,
})

/** While they are off, every link answers 404 at once; none is lost. */
export const allowShareLinks = endpoint('PUT /settings/{teams}/{id}/share-links', {
  summary: 'Turn the share links of a team off, or on again; its owner alone may',
  access: 'signed-in',
  params: one,
  body: z.object({
    share_links_allowed: z.boolean({ error: 'The share links allowed field must be true or false.' }),
  }),
  response: Team,
})

/** Each person, content and day is one entry of the history, which names it where the resource `reads` is asked for. */
export const recordReads = endpoint('PUT /settings/{teams}/{id}/reads', {
  summary: 'Choose of whom it is recorded which contents they open; the owner of a team alone may',
  access: 'signed-in',
  params: one,
  body: z.object({ recorded: z.enum(recordedReads, { error: 'The selected recorded is invalid.' }) }),
  response: Team,
})

/** A worker crops it; until then the former photo is shown (D-68). */
export const uploadTeamPhoto = endpoint('POST /settings/{teams}/{id}/photo', {
  summary: 'Replace the photo of a team',
  access: 'signed-in',
  params: one,
  transport: { upload: { field: 'photo', maxFiles: 1, types: pictureUploadTypes } },
  limits: { maxBytes: maxPictureBytes },
  response: Team,
})

export const deleteTeam = endpoint('DELETE /settings/{teams}/{id}', {
  summary: 'Delete a team; its owner alone may',
  access: 'signed-in',
  caller: { confirmed: true },
  params: one,
})
