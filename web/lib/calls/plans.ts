import type * as contracts from '#schemas/resources/plans.ts'
import { call } from '#web/lib/call.ts'

export const listPlans = call<typeof contracts.listPlans>('GET', '/spark/plans', 'public')
