import { z } from 'zod'
import { Plan } from '#schemas/billing/plans.ts'
import { endpoint } from '../endpoint.ts'

export const listPlans = endpoint('GET /spark/plans', {
  summary: 'Every plan there is',
  access: 'public',
  response: z.array(Plan),
})
