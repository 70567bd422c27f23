import { z } from 'zod'
import { endpoint } from '#schemas/endpoint.ts'
import { UserId } from '#schemas/ids.ts'
import { type ArrangedKind, arrangedKinds, nouns } from '#schemas/nouns.ts'

const wrongRecord = 'The selected record is invalid.'

/** A record as `file/<id>`, of a client, site, visit, file or document. */
const NamedRecord = z
  .string(wrongRecord)
  .transform((text, { addIssue }): { noun: ArrangedKind; id: string } => {
    const [one, id, ...more] = text.split('/')
    const noun = arrangedKinds.find((each) => nouns[each].one === one)
    const parsed = z.uuid().toLowerCase().safeParse(id)
    if (noun && parsed.success && more.length === 0) return { noun, id: parsed.data }
    addIssue(wrongRecord)
    return z.NEVER
  })
  .meta({ type: 'string', description: 'A client, site, visit, file or document, as `file/<id>`.' })

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
  query: z.object({ record: NamedRecord }),
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
