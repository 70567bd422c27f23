import type * as contracts from '#schemas/resources/coupons.ts'
import { call } from '#web/lib/call.ts'

export const showCoupon = call<typeof contracts.showCoupon>('GET', '/coupon/{code}', 'public')
