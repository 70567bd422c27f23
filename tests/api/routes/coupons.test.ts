import { describe, expect } from 'vitest'
import { changeSubscription, changeTeamSubscription } from '#schemas/resources/billing.ts'
import {
  redeemCoupon,
  redeemTeamCoupon,
  showCoupon,
  showTeamDiscount,
  showUserDiscount,
} from '#schemas/resources/coupons.ts'
import { giveTeamDiscount, giveUserDiscount } from '#schemas/resources/kiosk-discounts.ts'
import { startBillingWorker } from '#tests/support/billing-worker.ts'
import { couponOf, startAppWithCoupons } from '#tests/support/coupons.ts'
import { prepared } from '#tests/support/prepared.ts'
import { testsOf } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const email = 'boss@example.com'
const card = { stripe_token: 'pm_ok' }

const fiveOff = { percentOff: null, amountMinor: 500, duration: 'once', months: null } as const
const coupons = [
  couponOf('WELCOME'),
  couponOf('SPRING', { ...fiveOff, currency: 'gbp' }),
  couponOf('DOLLARS', { ...fiveOff, currency: 'usd' }),
]

describe('coupons and discounts', () => {
  const app = prepared(() => startAppWithCoupons(coupons, { operatorEmails: [email], teamWordSingular: 'crew' }))
  const test = testsOf(app)
  const boss = prepared(() => newTeam(app, { email }))
  const worker = prepared(() => startBillingWorker(app.ledger))
  const ofTeam = ({ teamId }: Member) => ({ params: { id: teamId } })
  const ofUser = ({ userId }: Member) => ({ params: { id: userId } })
  const present = (who: Member) => who.ask(showUserDiscount, ofUser(who))

  test('[API2A-05] [ENT2-13] [STATE2-41] a coupon is told to everybody, in minor units; others are 404', async () => {
    const guest = app.guest()

    expect(await guest.ask(showCoupon, { params: { code: 'WELCOME' } })).toEqual({
      code: 'WELCOME',
      percent_off: 10,
      amount_off: null,
      duration: 'repeating',
      duration_in_months: 3,
    })
    expect(await guest.ask(showCoupon, { params: { code: 'SPRING' } })).toMatchObject({ amount_off: 500 })
    expect((await guest.refused(showCoupon, { params: { code: 'NONE' } })).status).toBe(404)
  })

  test('[PLAT-08] [API2D-12] [API2A-06] a user redeems a coupon, which counts for what they pay', async ({ ann }) => {
    expect((await ann.call(showUserDiscount, ofUser(ann))).status).toBe(204)
    await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })

    const { body } = await ann.call(redeemCoupon, { body: { coupon: 'WELCOME' } })

    expect(body).toMatchObject({ code: 'WELCOME', percent_off: 10, duration: 'repeating', waits: false, ends_at: null })
    expect(await present(ann)).toEqual(body)
    const [subscription] =
      [...worker.customers.values()].find(({ billable }) => billable === ann.userId)?.subscriptions ?? []
    expect(subscription?.discount).toMatchObject({ couponId: 'id-of-WELCOME' })
  })

  test('[API2D-13] [API2A-07] the owner redeems one for the team, which keeps it until there is a subscription', async () => {
    const ann = await newTeam(app)
    const admin = await newMember(app, ann, 'admin')
    const redeeming = { ...ofTeam(ann), body: { coupon: 'WELCOME' } }

    expect((await admin.refused(redeemTeamCoupon, redeeming)).status).toBe(403)
    expect(await ann.ask(redeemTeamCoupon, redeeming)).toMatchObject({ code: 'WELCOME', waits: true })
    expect(await ann.ask(showTeamDiscount, ofTeam(ann))).toMatchObject({ waits: true })

    await ann.call(changeTeamSubscription, { ...ofTeam(ann), body: { plan: 'starter-monthly', ...card } })
    expect(await ann.ask(showTeamDiscount, ofTeam(ann))).toMatchObject({ code: 'WELCOME', waits: false })
    expect((await ann.request('GET', `/coupon/crew/${ann.teamId}`)).status).toBe(200)
  })

  test('[D-54] refuses coupons that are missing, too long, unknown, of another currency or redeemed before', async () => {
    const ann = await newTeam(app)
    await ann.call(redeemCoupon, { body: { coupon: 'WELCOME' } })
    await ann.call(redeemCoupon, { body: { coupon: 'SPRING' } })

    for (const wrong of ['', 'x'.repeat(65), 'NONE', 'DOLLARS', 'WELCOME']) {
      const body = { plan: 'solo-monthly', ...card, coupon: wrong || 'NONE' }
      expect(Object.keys(await ann.invalid(redeemCoupon, { body: { coupon: wrong } }))).toEqual(['coupon'])
      expect(Object.keys(await ann.invalid(changeSubscription, { body }))).toEqual(['coupon'])
    }
    expect(await present(ann)).toMatchObject({ code: 'SPRING' })
  })

  test('[API2G-08] [ENT2-14] an operator gives a user a discount, which takes the place of another', async () => {
    const ann = await newTeam(app)
    await ann.call(redeemCoupon, { body: { coupon: 'WELCOME' } })

    const { body } = await boss.call(giveUserDiscount, {
      params: { userId: ann.userId },
      body: { type: 'percent', value: '25', duration: 'repeating', months: '6' },
    })

    expect(body).toMatchObject({
      code: null,
      percent_off: 25,
      duration: 'repeating',
      duration_in_months: 6,
      waits: true,
    })
    expect(await present(ann)).toEqual(body)
  })

  test('[ENT2-15] it is an amount, once, unless the operator says otherwise; and a team gets one too', async () => {
    const ann = await newTeam(app)
    await ann.call(changeTeamSubscription, { ...ofTeam(ann), body: { plan: 'starter-monthly', ...card } })

    const { body } = await boss.call(giveTeamDiscount, { ...ofTeam(ann), body: { value: '7.50', months: '' } })

    expect(body).toMatchObject({ percent_off: null, amount_off: 750, currency: 'gbp', duration: 'once', waits: false })
  })

  test('its form is refused by field', async ({ ann }) => {
    const give = (body: object) => ({ params: { userId: ann.userId }, body })
    const percent = { type: 'percent', value: 10, duration: 'once' }

    for (const [field, body] of Object.entries({
      type: { ...percent, type: 'gift' },
      value: { ...percent, value: 101 },
      duration: { ...percent, duration: 'twice' },
      months: { ...percent, duration: 'repeating', months: 37 },
    })) {
      expect(Object.keys(await boss.invalid(giveUserDiscount, give(body)))).toEqual([field])
    }
    for (const value of [0, -1, 'ten', '']) {
      expect(await boss.invalid(giveUserDiscount, give({ ...percent, value }))).toHaveProperty('value')
    }
    expect(await boss.invalid(giveUserDiscount, give({ type: 'amount', value: '0.004' }))).toEqual({
      value: ['The value must be at least 0.01.'],
    })
    expect(await boss.invalid(giveUserDiscount, give({ ...percent, duration: 'repeating' }))).toHaveProperty('months')
    expect((await boss.refused(giveUserDiscount, { params: { userId: ann.teamId }, body: percent })).status).toBe(404)
  })
})
