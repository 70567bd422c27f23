import { z } from 'zod'
import { Problem } from '#schemas/calls/problem.ts'
import { fieldNouns } from '#schemas/records/field-kinds.ts'
import { Revision } from '#schemas/text/fields.ts'
import { fieldDetails } from '../details/field.ts'
import { endpoint } from '../endpoint.ts'
import { FieldId } from '../ids.ts'

const of = z.enum(fieldNouns, 'The selected of is invalid.')

/** An own field, which a team has named itself, of its clients, sites or visits. */
export const Field = z
  .object({
    id: FieldId,
    of: of.meta({ description: 'Whose records have it.' }),
    ...fieldDetails.answered,
    removed_at: z.iso.datetime().optional().meta({ description: 'Of removed ones alone.' }),
    revision: Revision,
  })
  .meta({ id: 'Field' })
export type Field = z.infer<typeof Field>

/** The answer to an order that lacks fields which others added, or holds removed ones: 409, with the present ones. */
export const StaleFields = Problem.extend({ fields: z.array(Field) })
export type StaleFields = z.infer<typeof StaleFields>

const one = z.object({ id: FieldId })

const writing = {
  access: 'fields',
  caller: { impersonated: 'Fields are of records, and give nobody a right.' },
} as const

export const listFields = endpoint('GET /api/fields', {
  summary: 'Own fields of clients, sites and visits, in order',
  access: 'signed-in',
  caller: { needsPlan: true, byToken: true },
  query: z.object({
    of: of.optional().meta({ description: 'Those of one noun.' }),
    removed: z
      .literal('true', 'The removed must be true.')
      .optional()
      .meta({ description: 'Those instead that were removed in the last 30 days, and can be restored.' }),
  }),
  response: z.array(Field),
})

export const addField = endpoint('POST /api/field', {
  summary: 'Add an own field to clients, sites or visits',
  ...writing,
  body: z.object({ of, ...fieldDetails.added }),
  response: Field,
  status: 201,
})

export const updateField = endpoint('PUT /api/field/{id}', {
  summary: 'Change an own field; an option that is in use stays',
  ...writing,
  params: one,
  body: z.object(fieldDetails.changed),
  response: Field,
})

export const arrangeFields = endpoint('PUT /api/fields', {
  summary: 'Put the own fields of a noun in another order',
  about:
    'Every field of the noun appears once. If somebody has added or removed one in the meantime, the answer is a 409 ' +
    'whose `fields` are the current ones.',
  ...writing,
  body: z.object({ of, ids: z.array(FieldId, 'The ids field is required.') }),
  response: z.array(Field),
})

export const removeField = endpoint('DELETE /api/field/{id}', {
  summary: 'Remove an own field; its values come back with it',
  ...writing,
  params: one,
})

export const restoreField = endpoint('POST /api/field/{id}/restore', {
  summary: 'Bring an own field back that was removed in the last 30 days',
  ...writing,
  params: one,
  response: Field,
})
