import type * as contracts from '#schemas/resources/coupons.ts'
import { call } from '#web/lib/call.ts'

export const showCoupon = call<typeof contracts.showCoupon>('GET', '/coupon/{code}', 'public')

/** The discount of a team: redeemed by its owner. */
export const teamCoupons = {
  show: call<typeof contracts.showTeamDiscount>('GET', '/coupon/{team}/{id}', 'signed-in'),
  redeem: call<typeof contracts.redeemTeamCoupon>('POST', '/settings/{teams}/{id}/payment-method/coupon', 'signed-in'),
}

/** The discount of users on what they pay for themselves. */
export const userCoupons = {
  show: call<typeof contracts.showUserDiscount>('GET', '/coupon/user/{id}', 'signed-in'),
  redeem: call<typeof contracts.redeemCoupon>('POST', '/settings/payment-method/coupon', 'signed-in'),
}
