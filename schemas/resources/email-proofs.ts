import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Redirect } from './registration.ts'

/** Sends no mail if the address is verified already (D-94). */
export const requestEmailProof = endpoint('POST /email/proof', {
  summary: "Mail a link that verifies the user's e-mail address",
  access: 'signed-in',
  caller: { unverified: true },
})

/** The link is valid while its address is the user's, or pending; opening it needs no login. */
export const verifyEmail = endpoint('POST /email/verify', {
  summary: 'Verify an e-mail address with a mailed link',
  about: 'A pending address is the user’s from then on; 410 if somebody else has it by now.',
  access: 'public',
  body: z.object({ token: z.string({ error: 'The token field is required.' }).max(255) }),
  response: Redirect,
})
