import { expect, test } from 'vitest'
import type { Billing } from '#schemas/resources/billable.ts'
import { addressOf } from '#web/features/billing/account.ts'

test('[CONST2-16] who subscribes without an address starts in GB, and others in their own country', () => {
  expect(addressOf({ billing_country: null } as Billing).country).toBe('GB')
  expect(addressOf({ billing_country: 'FR' } as Billing).country).toBe('FR')
})
