import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** How the log is signed: its tree of hashes, in which each event is a leaf. */
const SignedLog = z
  .object({
    id: z.uuid(),
    /** The name under which checkpoints are signed now. */
    origin: z.string(),
    /** The public keys, oldest first: of each the one of its signatures and the one of those with a time. */
    vkeys: z.array(z.string()),
    /** Events that the newest checkpoint counts; 0 before the first. */
    size: z.int().min(0),
    signed_at: z.iso.datetime().nullable(),
    /** Where checkpoints went: by mail, into a file, or to a host; at most one a day and place, the newest hundred. */
    published: z.array(z.object({ to: z.string(), at: z.string(), size: z.number() })),
    /** When operators let the notary begin anew, and why: so many events were signed, and so many were found. */
    anew: z.array(
      z.object({ n: z.number(), reason: z.string(), signed: z.number(), found: z.number(), at: z.string() }),
    ),
  })
  .meta({ id: 'SignedLog' })

const text = {
  access: 'history.view',
  transport: { content: { types: ['text/plain'] } },
  response: 'content',
} as const

const size = (field: string, description: string) => {
  const error = `The ${field} must be a number of events.`
  return z.coerce.number(error).int(error).min(1, error).meta({ description })
}

export const showSignedLog = endpoint('GET /api/log', {
  summary: 'How the log is signed: origin, public keys, and the newest checkpoint',
  access: 'history.view',
  response: SignedLog,
})

const CheckpointMail = z.object({
  daily: z
    .boolean({ error: 'The daily field must be true or false.' })
    .meta({ description: 'Whether you are mailed the newest checkpoint once a day, while you may read the history.' }),
})

export const showCheckpointMail = endpoint('GET /settings/checkpoint-mail', {
  summary: 'Whether you are mailed the newest checkpoint of the log',
  access: 'history.view',
  response: CheckpointMail,
})

export const chooseCheckpointMail = endpoint('PUT /settings/checkpoint-mail', {
  summary: 'Have the newest checkpoint of the log mailed to you once a day, or no longer',
  access: 'history.view',
  body: CheckpointMail,
})

export const showCheckpoint = endpoint('GET /api/log/checkpoint', {
  summary: 'The newest checkpoint of the log, a signed note (C2SP tlog-checkpoint)',
  ...text,
})

export const showKeptCheckpoint = endpoint('GET /api/log/checkpoints/{size}', {
  summary: 'The checkpoint of so many events: the newest one, or the last one of an hour',
  params: z.object({ size: z.coerce.number().int().min(0) }),
  ...text,
})

export const proveConsistency = endpoint('GET /api/log/consistency', {
  summary: 'Proof that the log of one size begins with that of another (RFC 6962): a hash in base64 a line',
  query: z.object({ from: size('from', 'The size that is proved.'), to: size('to', 'The larger one.') }),
  ...text,
})

export const proveInclusion = endpoint('GET /api/log/proof', {
  summary: 'Proof that the event of a history entry is in the newest checkpoint (C2SP tlog-proof)',
  about: 'Its `extra` is the base64 of the leaf: a line of JSON with digests of data and metadata.',
  query: z.object({
    position: z
      .string({ error: 'The position is required.' })
      .regex(/^\d{1,19}$/, 'The position must be that of an entry of the history.')
      .meta({ description: 'The position of an entry of the history.' }),
  }),
  ...text,
})
