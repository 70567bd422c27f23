import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { endpoint } from '../endpoint.ts'
import { UserId } from '../ids.ts'
import { HistoryEntry, moment } from './history.ts'

/** The operations of operators: on the platform, for users and teams, in the name of somebody, or for all to read. */
export const operationKinds = [
  'platform',
  'users',
  'teams',
  'discounts',
  'impersonation',
  'announcements',
  'invitations',
] as const
export type OperationKind = (typeof operationKinds)[number]

export const OperationsQuery = PageQuery.extend({
  kind: z
    .enum(operationKinds, { error: 'The selected kind is invalid.' })
    .optional()
    .meta({ description: 'What was done.' }),
  by: UserId.optional().meta({ description: 'The operator who did it, also in the name of somebody else.' }),
  from: moment('from'),
  to: moment('to'),
})
export type OperationsQuery = z.infer<typeof OperationsQuery>

export const listOperations = endpoint('GET /api/kiosk/history', {
  limits: { slow: true },
  summary: 'What operators did, newest first',
  about: 'What is only for operators counts whoever did it; what users do too counts where a present operator did it.',
  access: 'operator',
  query: OperationsQuery,
  response: z.array(HistoryEntry),
})

export const listOperators = endpoint('GET /api/kiosk/operators', {
  limits: { slow: true },
  summary: 'Who has an address of an operator, by name',
  access: 'operator',
  response: z.array(z.object({ id: UserId, name: z.string(), email: z.string() })),
})
