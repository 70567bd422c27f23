import { z } from 'zod'
import { namedRecord, placedKinds } from '#schemas/calls/named-record.ts'
import { endpoint } from '#schemas/endpoint.ts'
import { UserId } from '#schemas/ids.ts'

/** What may be done with a record that is there. */
export const accessActions = ['view', 'update', 'delete'] as const

export const Access = z
  .object({
    kind: z.enum(['member', 'token', 'app', 'operator', 'share']).meta({
      description:
        '`token`, `app`: what acts for the member `name`; `operator`: who acted in the name of one; `share`: whoever has the link that `name` made.',
    }),
    id: z.string(),
    name: z.string(),
    role: z.string().nullable(),
    may: z.array(z.enum(accessActions)),
    why: z
      .array(z.object({ text: z.string(), position: z.string() }))
      .meta({ description: 'Sentences, each with the position of the event behind it.' }),
    since: z.iso.datetime().meta({ description: 'The time of the latest event of `why`.' }),
  })
  .meta({ id: 'Access' })
export type Access = z.infer<typeof Access>

const asked = {
  past: 'or-now',
  access: 'history.view',
  query: z.object({
    record: namedRecord('record', placedKinds).meta({
      description: 'A client, site, visit, file or document, as `file/<id>`.',
    }),
  }),
} as const

export const listAccess = endpoint('GET /api/access', {
  ...asked,
  summary: 'Who may see a record, and why: members, the owner first, their tokens and apps, and open share links',
  response: z.array(Access),
})

export const showAccess = endpoint('GET /api/access/{userId}', {
  ...asked,
  summary: 'What one person may do with a record, and why, or why nothing',
  params: z.object({ userId: UserId }),
  response: Access,
})
