import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import { listPlans } from '#schemas/resources/plans.ts'

export const planRoutes = (plans: readonly Plan[]): Route[] => [route(listPlans, () => resource([...plans]))]
