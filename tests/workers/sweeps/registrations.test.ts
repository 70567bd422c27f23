import { beforeEach, describe, expect, test } from 'vitest'
import type { KeyStore } from '#api/adapters/key-store.ts'
import { type Begun, registrationDecider } from '#api/domain/registration.ts'
import { reservationDecider } from '#api/domain/reservation.ts'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import {
  billingStream,
  emailReservation,
  registrationStream,
  slugReservation,
  teamStream,
  userStream,
} from '#api/event-store/streams.ts'
import { register } from '#api/sagas/registration.ts'
import { openRegistrations, registrationQueries } from '#projections/sweeps/open-reservations.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import { startBillingWorker } from '#tests/support/billing-worker.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { projected } from '#tests/support/read-models.ts'
import { registrationOf } from '#tests/support/registrations.ts'
import { settleRegistrations } from '#workers/sweeps/registrations.ts'
import { settleReservations } from '#workers/sweeps/reservations.ts'

const begunAt = '2026-03-31T10:00:00.000Z'
const aMinuteLater = '2026-03-31T10:00:59Z'
const later = '2026-03-31T10:05:00Z'

/**
 * The writes of the process that begins: begun, two claims, reserved, address, order, accepted, five for the account.
 */
const writes = Array.from({ length: 12 }, (_, index) => index + 1)
const deaths = writes.flatMap((write) => [[write, 'before'] as const, [write, 'after'] as const])

describe('a registration with a card', () => {
  let ledger: Ledger
  let keys: KeyStore
  let worker: ReturnType<typeof startBillingWorker>
  beforeEach(() => {
    ;({ ledger, keys } = openMemoryLedger())
    worker = startBillingWorker(ledger)
    return () => worker.close()
  })

  class Killed extends Error {}

  /** The ledger of a process that is killed right before, or right after, its n-th write. */
  const killedAt = (write: number, when: 'before' | 'after'): Ledger => {
    let begun = 0
    return {
      ...ledger,
      append: async (...what) => {
        begun += 1
        if (begun >= write && when === 'before') throw new Killed()
        const position = await ledger.append(...what)
        if (begun >= write) throw new Killed()
        return position
      },
    }
  }

  const begin = (begun: Begun, over = ledger, longestWait = 60_000) => {
    const { registrationId: commandId, userId, teamId } = begun
    const context = contextOf(teamId, userId, { at: begunAt, commandId, via: { kind: 'registration', id: null } })
    return register({ ledger: over, digest: keys.digest }, begun, context, longestWait)
  }
  const interrupted = (begun: Begun, ...[write, when]: (typeof deaths)[number]) =>
    begin(begun, killedAt(write, when)).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })

  /** The outcome of the order, if there is one: the process that carries it out is another one. */
  const paymentSettled = ({ billable }: Begun) =>
    expect
      .poll(
        async () => {
          const types = (await ledger.read(billingStream(billable))).map(({ type }) => type)
          const ends = ['BillingOrderDone', 'BillingOrderRefused'] as const
          return !types.includes('BillingOrderPlaced') || ends.some((type) => types.includes(type))
        },
        { timeout: 60_000 },
      )
      .toBe(true)

  const sweep = async ({ registrationId }: Begun, at = later) => {
    const db = projected(openRegistrations, await ledger.read(registrationStream(registrationId)))
    const tools = { ledger, digest: keys.digest, keys, registrations: registrationQueries(db) }
    await settleRegistrations(tools, new Date(at))
  }
  const statusOf = async ({ registrationId }: Begun) =>
    (await load(ledger, registrationDecider, registrationStream(registrationId))).status
  const claimsOf = async ({ email, slug }: Begun) => {
    const streams = [emailReservation(keys.digest, email ?? ''), slugReservation(keys.digest, slug ?? '')]
    const states = await Promise.all(streams.map((stream) => load(ledger, reservationDecider, stream)))
    return states.map(({ status }) => status)
  }
  const accountIn = async ({ userId, teamId }: Begun) => [
    (await load(ledger, userDecider, userStream(userId))).status,
    (await load(ledger, teamDecider, teamStream(teamId))).status,
  ]
  const charged = () => worker.charges.map(({ minor }) => minor)

  test.each(deaths)(
    'whose process is killed at write %i, %s it, is paid once and has one account',
    async (...death) => {
      const begun = registrationOf()

      await interrupted(begun, ...death)
      await paymentSettled(begun)
      const hasBegun = (await statusOf(begun)) !== 'none'
      await sweep(begun)

      await paymentSettled(begun)
      expect(await accountIn(begun)).toEqual(hasBegun ? ['registered', 'active'] : ['none', 'none'])
      expect(await claimsOf(begun)).toEqual(hasBegun ? ['confirmed', 'confirmed'] : ['free', 'free'])
      expect(charged()).toEqual(hasBegun ? [1900] : [])
    },
  )

  test.each(deaths)('declined, whose process is killed at write %i, %s it, charges nothing', async (...death) => {
    const begun = registrationOf({ token: 'pm_poor' })

    await interrupted(begun, ...death)
    await paymentSettled(begun)
    const wasDeclined = (await ledger.read(billingStream(begun.billable))).some(
      ({ type }) => type === 'BillingOrderRefused',
    )
    const hasBegun = (await statusOf(begun)) !== 'none'
    await sweep(begun)

    await paymentSettled(begun)
    expect(charged()).toEqual([])
    if (wasDeclined || !hasBegun) {
      expect(await accountIn(begun)).toEqual(['none', 'none'])
      expect(await claimsOf(begun)).toEqual(['free', 'free'])
    } else {
      // Whoever finished it did not wait for the payment: there is an account with a trial.
      expect(await accountIn(begun)).toEqual(['registered', 'active'])
    }
  })

  test('that two processes carry out at once is paid once and has one account', async () => {
    const begun = registrationOf()

    const [first, second] = await Promise.all([begin(begun), begin(begun)])

    expect(first).toEqual(second)
    expect(charged()).toEqual([1900])
    expect(await accountIn(begun)).toEqual(['registered', 'active'])
  })

  test('that was accepted is accepted again, with the same account, also when it is settled', async () => {
    const begun = registrationOf()
    const { is: _, ...account } = (await begin(begun)) as Extract<Awaited<ReturnType<typeof begin>>, { is: 'accepted' }>
    await sweep(begun)

    expect(await begin(begun)).toMatchObject({ is: 'accepted', userId: account.userId, paid: true })
    expect(charged()).toEqual([1900])
  })

  test('that was refused is refused again in the same words', async () => {
    const begun = registrationOf({ token: 'pm_declined' })
    const first = await begin(begun)
    await sweep(begun)

    expect(await begin(begun)).toEqual(first)
    expect(first).toMatchObject({ is: 'refused', refusal: { message: 'Your card was declined.' } })
  })

  test('of a request that is still at work is left alone', async () => {
    const begun = registrationOf()
    await interrupted(begun, 2, 'before')

    await sweep(begun, aMinuteLater)

    expect(await statusOf(begun)).toBe('begun')
  })

  test('keeps what it has claimed while it is open', async () => {
    const begun = registrationOf()
    await interrupted(begun, 4, 'after')
    const { registrationId: claimId, userId } = begun
    const email = { kind: 'email', stream: emailReservation(keys.digest, begun.email ?? ''), claimId, holderId: userId }
    const claims = { expiredBefore: () => [email as never] }

    await settleReservations({ ledger, claims, digest: keys.digest }, new Date(later))

    expect(await claimsOf(begun)).toEqual(['claimed', 'claimed'])
  })

  test('leaves nothing to read but the account once it is settled', async () => {
    const begun = registrationOf()
    await begin(begun)
    await sweep(begun)

    const [first] = await ledger.read(registrationStream(begun.registrationId))
    expect(first?.data).toMatchObject({ name: null, email: null, passwordHash: null, token: null, address: null })
    const user = await load(ledger, userDecider, userStream(begun.userId))
    expect(user).toMatchObject({ name: 'Ann Smith', email: begun.email })
    expect(keys.find(accountOf(begun.billable))).toBeInstanceOf(Uint8Array)
    await sweep(begun)
    expect((await ledger.read(registrationStream(begun.registrationId))).length).toBe(4)
  })

  test('leaves nothing to read at all where it was refused', async () => {
    const begun = registrationOf({ token: 'pm_declined' })
    await begin(begun)
    await sweep(begun)

    const events = [
      ...(await ledger.read(registrationStream(begun.registrationId))),
      ...(await ledger.read(billingStream(begun.billable))),
    ]
    const words = JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const text of ['Ann Smith', begun.email ?? '', 'High Street', 'LS1 1AA', 'pm_declined']) {
      expect(words).not.toContain(text)
    }
  })
})
