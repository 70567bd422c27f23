import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { TaxOf } from '#api/sagas/give-address.ts'
import { showTaxRate } from '#schemas/resources/tax-rate.ts'

export const taxRateRoutes = (taxOf: TaxOf): Route[] => [
  route(showTaxRate, ({ body: { vat_id: vatId, ...place } }) => resource({ rate: taxOf({ ...place, vatId }).rate })),
]
