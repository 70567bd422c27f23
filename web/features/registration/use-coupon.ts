import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Coupon, showCoupon } from '#schemas/resources/coupons.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The coupon of a link. `terms` is undefined until they are known; `invalid` once it does not count. */
export type LinkedCoupon = { code: string; terms: Coupon | undefined; invalid: boolean }

/** Looks a coupon up; `refuse` says that the server did not take it. Null without a code. */
export const useCoupon = (code: string | undefined): { coupon: LinkedCoupon | null; refuse: () => void } => {
  const [refused, setRefused] = useState(false)
  const { data, error } = useQuery({ ...oneQuery(showCoupon, { code: code ?? '' }), enabled: code !== undefined })
  const unknown = error instanceof ApiProblem && error.status !== 0
  return {
    coupon: code === undefined ? null : { code, terms: data, invalid: refused || unknown },
    refuse: () => setRefused(true),
  }
}
