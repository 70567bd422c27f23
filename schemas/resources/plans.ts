import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Plan } from '../plans.ts'

export const listPlans = endpoint({
  method: 'GET',
  path: '/spark/plans',
  summary: 'Every plan there is',
  access: 'public',
  response: z.array(Plan),
  status: 200,
})
