import { expect, it } from 'vitest'
import { billingDrill } from './billing-drill.ts'

it('charges nobody twice and loses no payment, whatever is killed or fails under an order', async () => {
  const steps: string[] = []
  const { charges, paidMinor, differences, twice, leaks } = await billingDrill(12, (step) => steps.push(step))

  expect([differences, twice, leaks], steps.join('\n')).toEqual([[], [], []])
  expect(paidMinor[0]).toBe(paidMinor[1])
  expect(charges).toBeGreaterThan(0)
})
