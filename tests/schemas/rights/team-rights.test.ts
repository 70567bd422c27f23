import { expect, test } from 'vitest'
import { roleHolds } from '#schemas/policy.ts'
import { roles } from '#schemas/rights/abilities.ts'

test('[D-01] owner, admins and auditors export, and nobody else', () => {
  expect(roles.filter((role) => roleHolds(role, 'export'))).toEqual(['owner', 'admin', 'auditor'])
  expect(roleHolds(null, 'export')).toBe(false)
})
