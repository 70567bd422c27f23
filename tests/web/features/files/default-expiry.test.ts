import { expect, test } from 'vitest'
import { CategoryId, VisitId } from '#schemas/ids.ts'
import { newCategoryId, newVisitId } from '#tests/support/new-ids.ts'
import { defaultExpiry } from '#web/features/files/upload-target-fields.tsx'

const category = (name: string, expires_after_months: number | null) => ({
  id: CategoryId.parse(newCategoryId()),
  name,
  expires_after_months,
})
const gas = category('Gas', 12)
const lift = category('Lift', 6)
const plan = category('Plan', null)
const visit = { id: VisitId.parse(newVisitId()), ended_at: '29/02/2028' }
const known = { categories: [gas, lift, plan], visits: [visit] }
const target = { categories: [gas.id] as string[], visit_id: '', completed_at: '2027-03-31' }

test('new files expire so many months after their completion, or after their visit', () => {
  expect(defaultExpiry(target, known)).toEqual({ expires_at: '2028-03-31', words: 'Gas: 12 months after completion' })
  expect(defaultExpiry({ ...target, visit_id: visit.id }, known)).toEqual({
    expires_at: '2029-02-28',
    words: 'Gas: 12 months after the visit',
  })
})

test('the shortest rule of several categories counts', () => {
  expect(defaultExpiry({ ...target, categories: [gas.id, plan.id, lift.id] }, known)).toEqual({
    expires_at: '2027-09-30',
    words: 'Lift: 6 months after completion',
  })
})

test('without a rule nothing expires', () => {
  expect(defaultExpiry({ ...target, categories: [plan.id] }, known)).toBe(undefined)
})
