import { expect, test } from 'vitest'
import { roles } from '#schemas/rights/abilities.ts'
import { roleHolds } from '#schemas/rights/team-rights.ts'

test('[D-01] owner, admins and auditors export, and nobody else', () => {
  expect(roles.filter((role) => roleHolds(role, 'export'))).toEqual(['owner', 'admin', 'auditor'])
  expect(roleHolds(null, 'export')).toBe(false)
})
