import { expect, it } from 'vitest'
import { billingDrill } from './billing-drill.ts'

it('charges nobody twice and loses no payment, whatever is killed or fails under an order', async () => {
  const { charges, paidMinor, differences, twice, leaks } = await billingDrill(12)

  expect([differences, twice, leaks]).toEqual([[], [], []])
  expect(paidMinor[0]).toBe(paidMinor[1])
  expect(charges).toBeGreaterThan(0)
})
