import { z } from 'zod'
import { maxPictureBytes, pictureUploadTypes } from '#schemas/limits/upload-rules.ts'
import { teamRights } from '#schemas/policy.ts'
import { Abilities, Role } from '#schemas/rights/ability-schemas.ts'
import { textIfSent } from '#schemas/text/fields.ts'
import { contactDetails } from '../details/contact.ts'
import { ListLook } from '../details/list-look.ts'
import { endpoint } from '../endpoint.ts'
import { FactorMethod } from '../events/user.ts'
import { UserId } from '../ids.ts'
import { billableFields } from './billable.ts'

/** The signed-in user, with their abilities in the current team. */
export const CurrentUser = z
  .object({
    id: UserId,
    ...contactDetails.answered,
    /** The address that takes the place of `email` once the link that was mailed to it is followed; null by token. */
    pending_email: z.string().nullable(),
    /** The phone number of the second factor, while two-factor is on; null by token. */
    country_code: z.string().nullable(),
    phone: z.string().nullable(),
    /** The method of the second factor; null when it is off. */
    two_factor: FactorMethod.nullable(),
    /** Null until there is one. */
    photo_url: z.string().nullable(),
    /** The state of the newest upload of the photo. */
    photo_state: z.enum(['none', 'pending', 'ready', 'failed']),
    /** When they last read the announcements; null if never. */
    last_read_announcements_at: z.iso.datetime().nullable(),
    /** Whether the user has to verify their address before they can use anything else (D-94). */
    must_verify_email: z.boolean(),
    /** Whether the current team asks for two-factor authentication and it is off: nothing else is open there. */
    second_factor_due: z.boolean(),
    /** Whether an operator impersonates the user: calls that only the user may make are refused meanwhile (D-64). */
    impersonated: z.boolean(),
    /** Whether the user is an operator, to whom the kiosk is open (D-02). */
    operator: z.boolean(),
    /** How they see the lists of each kind, where they have chosen it. */
    list_looks: z.array(ListLook),
    role_on_current_team: Role.nullable(),
    abilities: Abilities,
    /** What they may do in the current team beyond abilities; by token what it carries of that. */
    rights: z.array(z.enum(teamRights)),
    ...billableFields,
    /** Users have no trial of their own; null. */
    trial_ends_at: z.null(),
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof CurrentUser>

export const currentUser = endpoint('GET /user/current', {
  summary: 'The signed-in user',
  access: 'signed-in',
  caller: { byToken: 'bare', unverified: true },
  response: CurrentUser,
})

export const updateContact = endpoint('PUT /settings/contact', {
  summary: 'Change name and e-mail',
  about:
    'Another e-mail asks for the password first, see POST /login/confirm. Where mail goes out it is answered as `pending_email`, and `email` stays until the link that is mailed to it is followed; the same e-mail again is mailed another link. An address that somebody has is answered alike, and nothing is mailed. `pending_email` null keeps the present e-mail.',
  access: 'signed-in',
  // Only null has a meaning, and what GET has answered changes nothing (D-98).
  body: z.object({ ...contactDetails.changed, pending_email: textIfSent('pending_email') }),
  response: CurrentUser,
})

/** A worker crops it; until then the former photo is shown (D-68). */
export const uploadPhoto = endpoint('POST /settings/photo', {
  summary: 'Replace the profile photo',
  access: 'signed-in',
  transport: { upload: { field: 'photo', maxFiles: 1, types: pictureUploadTypes } },
  limits: { maxBytes: maxPictureBytes },
  response: CurrentUser,
})
