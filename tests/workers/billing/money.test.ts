import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openBraintree } from '#api/adapters/payment/braintree-client.ts'
import { stripeMoney } from '#tests/api/payment-sandbox/money.ts'
import { inProcess } from '#tests/support/braintree/in-process.ts'
import { braintreeStandIn, newBooks } from '#tests/support/braintree/stand-in.ts'
import { braintreeMoney } from '#tests/support/money/braintree.ts'
import { type MoneyWorld, walk } from '#tests/support/money/walk.ts'
import { randomFrom } from '#tests/support/random.ts'

/** `MONEY_SEED` and `MONEY_STEPS` of the environment set other walks in memory: 10,000 steps and more are long ones. */
const seed = Number(process.env.MONEY_SEED ?? 20_261_124)
const stepsInMemory = (usual: number): number => Number(process.env.MONEY_STEPS ?? usual)
const stepsOfPayer = 20
/** The money is the same as in memory; what is added is that it is written and read as the provider's API does. */
const stepsOverSockets = 60

const always = { id: 'ALWAYS', name: 'ALWAYS', minor: 300, neverExpires: true, cycles: null, cycle: 0 }

const worlds: { name: string; steps: number; open: () => Promise<MoneyWorld> }[] = [
  {
    name: 'Braintree, in memory',
    steps: stepsInMemory(2000),
    open: async () => {
      const books = newBooks(() => new Date())
      books.discounts.set('ALWAYS', always)
      return braintreeMoney(books, inProcess(books))
    },
  },
  {
    name: 'Braintree’s API',
    steps: stepsOverSockets,
    open: async () => {
      const { account, books } = await braintreeStandIn()
      books.discounts.set('ALWAYS', always)
      return braintreeMoney(books, openBraintree(account))
    },
  },
  ...[false, true].map((overSockets) => ({
    name: overSockets ? 'Stripe’s API' : 'Stripe, in memory',
    steps: overSockets ? stepsOverSockets : stepsInMemory(300),
    open: async () => {
      const { world, close } = await stripeMoney(overSockets)
      onTestFinished(close)
      return world
    },
  })),
]

describe('[D-126] [D-97] [D-43] what is charged is the price of the time that is used, and what was said', () => {
  test.each(worlds)(
    '$name, in $steps random steps',
    async ({ name, steps, open }) => {
      console.log(`${name}: MONEY_SEED=${seed}`)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T10:00:00.000Z') })
      onTestFinished(() => void vi.useRealTimers())
      const random = randomFrom(seed)
      for (let done = 0; done < steps; done += stepsOfPayer) {
        vi.setSystemTime(Date.parse('2026-03-01T10:00:00.000Z'))
        expect(await walk(await open(), random, stepsOfPayer), `payer ${done / stepsOfPayer}`).toEqual([])
      }
    },
    600_000,
  )
})
