import type Stripe from 'stripe'
import { z } from 'zod'
import { advance, CLOCK, presentClock } from '../clock.ts'
import { noSuch } from '../errors.ts'
import { pageOf } from '../listing.ts'
import { integer, noParameters, paging, parameters } from '../parameters.ts'
import { route } from '../routes.ts'
import type { Store } from '../store.ts'

const path = '/v1/test_helpers/test_clocks'

const clockOf = (store: Store, id: string): Stripe.TestHelpers.TestClock => {
  if (id !== CLOCK) throw noSuch('test_clock', id, 'id')
  return presentClock(store)
}

/** How the clock looks until what is due has happened. */
const advancing = (to: number): Partial<Stripe.TestHelpers.TestClock> => ({
  frozen_time: to,
  status: 'advancing',
  status_details: { advancing: { target_frozen_time: to } },
})

const advanceSchema = parameters<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: integer })

/** The one clock of the sandbox: it goes by itself and can be set forward. */
export const testClockRoutes = [
  route('GET', path, z.strictObject(paging), ({ store }, params) => pageOf([presentClock(store)], params, path)),
  route('GET', `${path}/:id`, noParameters, ({ store }, _, [id]) => clockOf(store, id)),
  route('POST', `${path}/:id/advance`, advanceSchema, ({ store }, { frozen_time: to }, [id]) => {
    clockOf(store, id)
    advance(store, to)
    return { ...presentClock(store), ...advancing(to) }
  }),
]
