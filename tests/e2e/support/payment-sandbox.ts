import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from './product.ts'
import { expect } from './test.ts'

/** Steers the payment sandbox of a product. */
export const sandboxOf = ({ dataDir }: Pick<Product, 'dataDir'>) => {
  const call = async (path: string, form: Record<string, string>): Promise<void> => {
    const url = readFileSync(join(dataDir, 'sandbox-url'), 'utf8').trim()
    const [, authorization = ''] = readFileSync(join(dataDir, 'sandbox-authorization'), 'utf8').trim().split(': ')
    const headers = { authorization }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })
    expect(answer.ok, `POST ${path}: ${answer.status}`).toBe(true)
  }
  return {
    /** Lets every call of a path fail until `recover`. */
    fail: (path: string) => call('/sandbox/faults', { path, mode: 'status:503', times: '1000' }),
    recover: () => call('/sandbox/faults', { mode: 'none' }),
    /** A coupon for the first payment. */
    makeCoupon: (id: string, percentOff: number) =>
      call('/v1/coupons', { id, name: id, percent_off: String(percentOff), duration: 'once' }),
  }
}
