import { z } from 'zod'

/** Days of the trial that starts when a team registers without a paid plan (D-79). */
export const trialDays = 10

/** Limits of a plan; an absent one is no limit. */
export const Attributes = z.object({
  teams: z.int().min(0).optional(),
  teamMembers: z.int().min(0).optional(),
  sites: z.int().min(0).optional(),
})

/** A plan that a team or a user may subscribe to; `price` in major units for each interval. */
export const Plan = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1).max(64),
  price: z.number().min(0),
  interval: z.enum(['monthly', 'yearly']),
  type: z.enum(['user', 'team']),
  active: z.boolean().default(true),
  features: z.array(z.string().min(1).max(255)).default([]),
  attributes: Attributes.default({}),
})
export type Plan = z.infer<typeof Plan>

/** The content of a plans file (D-87). */
export const Plans = z
  .array(Plan)
  .min(1)
  .refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, 'Two plans have the same id')

const team = { type: 'team', active: true } as const
const user = { type: 'user', active: true } as const
const starter = { ...team, name: 'Starter', features: ['25 sites', '10 team members'] }
const business = { ...team, name: 'Business', features: ['Sites without limit', '50 team members'] }
const solo = { ...user, name: 'Solo', features: ['10 sites', 'For one person'] }
const ofStarter = { sites: 25, teamMembers: 10 }
const ofBusiness = { teamMembers: 50 }
const ofSolo = { sites: 10, teamMembers: 1, teams: 1 }

/** Plans without a configured plans file (D-79). */
export const defaultPlans: readonly Plan[] = [
  {
    ...team,
    id: 'free',
    name: 'Free',
    price: 0,
    interval: 'monthly',
    features: ['3 sites', '2 team members'],
    attributes: { sites: 3, teamMembers: 2, teams: 1 },
  },
  { ...starter, id: 'starter-monthly', price: 19, interval: 'monthly', attributes: ofStarter },
  { ...starter, id: 'starter-yearly', price: 190, interval: 'yearly', attributes: ofStarter },
  { ...business, id: 'business-monthly', price: 79, interval: 'monthly', attributes: ofBusiness },
  { ...business, id: 'business-yearly', price: 790, interval: 'yearly', attributes: ofBusiness },
  { ...solo, id: 'solo-monthly', price: 9, interval: 'monthly', attributes: ofSolo },
  { ...solo, id: 'solo-yearly', price: 90, interval: 'yearly', attributes: ofSolo },
]
