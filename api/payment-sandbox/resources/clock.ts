import type Stripe from 'stripe'
import { advance, clockId, presentClock } from '../clock.ts'
import { noSuch } from '../errors.ts'
import { integer, noParameters, parameters } from '../parameters.ts'
import { route } from '../routes.ts'

const path = '/v1/test_helpers/test_clocks/:id'

const checkId = (id: string): void => {
  if (id !== clockId) throw noSuch('test_clock', id, 'id')
}

/** The one clock of the sandbox: it goes by itself and can be set forward. */
export const clockRoutes = [
  route('GET', path, noParameters, ({ store }, _, [id]) => {
    checkId(id)
    return presentClock(store)
  }),
  route(
    'POST',
    `${path}/advance`,
    parameters<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: integer }),
    ({ store }, { frozen_time: to }, [id]) => {
      checkId(id)
      advance(store, to)
      // It looks like this until what is due has happened.
      const advancing: Partial<Stripe.TestHelpers.TestClock> = {
        frozen_time: to,
        status: 'advancing',
        status_details: { advancing: { target_frozen_time: to } },
      }
      return { ...presentClock(store), ...advancing }
    },
  ),
]
