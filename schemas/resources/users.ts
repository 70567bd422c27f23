import { z } from 'zod'
import { Abilities, Role } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { FactorMethod } from '../events/user.ts'
import { emailField, requiredText } from '../fields.ts'
import { UserId } from '../ids.ts'
import { maxPictureBytes, pictureTypes } from '../upload-rules.ts'

/** The signed-in user, with what they may do in their current team (ENT2-01). */
export const CurrentUser = z
  .object({
    id: UserId,
    name: z.string(),
    email: z.string(),
    /** Of the second factor's phone, while two-factor is on. */
    country_code: z.string().nullable(),
    phone: z.string().nullable(),
    /** How the second factor proves itself; null where it is off. */
    two_factor: FactorMethod.nullable(),
    /** Null until there is one. */
    photo_url: z.string().nullable(),
    /** What became of the photo that was sent last. */
    photo_state: z.enum(['none', 'pending', 'ready', 'failed']),
    /** When they last looked at the announcements; null for never. */
    last_read_announcements_at: z.iso.datetime().nullable(),
    /** Nothing else is open to the user until they have verified their address (D-94). */
    must_verify_email: z.boolean(),
    /** An operator works in the user's name: what only they themselves may do is refused meanwhile (D-64). */
    impersonated: z.boolean(),
    role_on_current_team: Role.nullable(),
    abilities: Abilities,
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof CurrentUser>

export const currentUser = endpoint({
  method: 'GET',
  path: '/user/current',
  summary: 'The signed-in user',
  access: 'signed-in',
  byToken: true,
  unverified: true,
  response: CurrentUser,
  status: 200,
})

export const updateContact = endpoint({
  method: 'PUT',
  path: '/settings/contact',
  summary: 'Change name and e-mail',
  access: 'signed-in',
  inPerson: true,
  body: z.object({ name: requiredText('name'), email: emailField() }),
  response: CurrentUser,
  status: 200,
})

/** The crop follows in the background; until then the former photo is shown (D-68). */
export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/settings/photo',
  summary: 'Replace the profile photo',
  access: 'signed-in',
  upload: { field: 'photo', maxFiles: 1, types: pictureTypes, maxBytes: maxPictureBytes },
  response: CurrentUser,
  status: 200,
})
