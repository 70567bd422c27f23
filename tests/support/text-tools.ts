import { defaultPlans } from '#schemas/billing/plans.ts'

/** The settings of the installation in texts of messages. */
export const textTools = {
  supportEmail: 'support@example.com',
  teamWord: 'teams',
  plans: defaultPlans,
  mustBeVerified: false,
}
