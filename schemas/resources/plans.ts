import { z } from 'zod'
import { Attributes, Plan } from '#schemas/billing/plans.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'

export const listPlans = endpoint('GET /spark/plans', {
  summary: 'Every plan there is',
  access: 'public',
  response: z.array(Plan),
})

export const showUse = endpoint('GET /settings/subscription/use', {
  summary: 'How much is in use of what plans of the user limit',
  about:
    'Open invitations count as members. Sites and members are those of the fullest team that such a plan would cover.',
  access: 'signed-in',
  response: Attributes,
})

export const showTeamUse = endpoint('GET /settings/{teams}/{id}/subscription/use', {
  summary: 'How much is in use of what plans of a team limit; its owner alone may ask',
  access: 'signed-in',
  params: z.object({ id: TeamId }),
  response: Attributes,
})
