import { defaultPlans } from '#schemas/billing/plans.ts'

/** What the texts of messages know of their installation. */
export const textTools = {
  supportEmail: 'support@example.com',
  teamWord: 'teams',
  plans: defaultPlans,
  mustBeVerified: false,
}
