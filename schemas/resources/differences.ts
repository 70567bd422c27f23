import { z } from 'zod'
import { momentField } from '#schemas/calls/as-of.ts'
import { type NamedRecord, namedRecord, placedKinds } from '#schemas/calls/named-record.ts'
import { PageQuery } from '#schemas/calls/page.ts'
import { resources } from '#schemas/nouns.ts'
import { endpoint } from '../endpoint.ts'
import { UserId } from '../ids.ts'
import { Person } from './history.ts'

/** What is compared, in the order of answers. */
export const comparedResources = [...resources, 'members', 'shares'] as const
export type ComparedResource = (typeof comparedResources)[number]

/** A record, and what lies in it. */
export type ComparedPlace = NamedRecord<(typeof placedKinds)[number]>

/** The most differences that are counted. */
export const mostCounted = 10_000

/** A record that is not as it was. Values are those of the history: names and days, null for none. */
export const Difference = z
  .object({
    resource: z.enum(comparedResources),
    id: z.string(),
    name: z.string(),
    change: z.enum(['added', 'removed', 'changed']).meta({ description: 'removed: in the trash, or gone.' }),
    fields: z.array(
      z.object({ field: z.string(), label: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
    ),
    entries: z.int().min(0).meta({ description: 'How many entries of the history, between both, are about it.' }),
    last: z
      .object({ position: z.string(), at: z.iso.datetime(), actor: Person.nullable() })
      .nullable()
      .meta({ description: 'The newest of them; null where it went along with another record.' }),
  })
  .meta({ id: 'Difference' })
export type Difference = z.infer<typeof Difference>

export const listDifferences = endpoint('GET /api/diff', {
  summary: 'What is not as it was, between two moments of the log',
  about:
    'By resource, then by name. What went back to its old value is not told, nor are counters and pictures. With `Accept: text/csv` the answer is a line for each field of all differences, whatever the limit.',
  access: 'history.view',
  limits: { slow: true },
  transport: { csv: true },
  query: PageQuery.extend({
    from: momentField('from', 'The earlier moment'),
    to: momentField('to', 'The later one; left out, now').optional(),
    within: namedRecord('within', placedKinds)
      .optional()
      .meta({
        description: `A record and what lies in it, on either side: ${placedKinds.join(', ')}, with its id: \`site/…\`.`,
      }),
    actor: UserId.optional().meta({ description: 'A member: what they did alone.' }),
    resource: z
      .enum(comparedResources, 'The selected resource is invalid.')
      .optional()
      .meta({ description: 'What it is about.' }),
  }),
  response: z.array(Difference),
})
