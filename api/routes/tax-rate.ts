import { vatNumberIn } from '#api/adapters/vat-numbers.ts'
import { type TaxRules, taxOn } from '#api/domain/tax.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { today } from '#schemas/dates.ts'
import { showTaxRate } from '#schemas/resources/tax-rate.ts'

export const taxRateRoutes = (rules: TaxRules, timeZone: string): Route[] => [
  route(showTaxRate, ({ body: { vat_id, ...location } }) => {
    const numberCountry = vat_id === null ? undefined : vatNumberIn(vat_id)?.country
    const { rate } = taxOn(today(new Date(), timeZone), { ...location, numberCountry: numberCountry ?? null }, rules)
    return resource({ rate })
  }),
]
