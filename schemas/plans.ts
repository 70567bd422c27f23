import { z } from 'zod'

/** Days of the trial that starts when a team registers without a paid plan (D-79). */
export const trialDays = 10

/** Plans that registration takes without a payment (D-79, D-87). */
export const FreePlan = z.enum(['free'], { error: 'The selected plan is invalid.' })
