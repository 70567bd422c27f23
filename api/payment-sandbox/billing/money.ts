/** Half up, away from zero for credits: a credit is as large as the debit that it takes back. */
export const rounded = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount))

/** Splits an amount of minor units by weights, so that the parts add up to it. */
export const shares = (total: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map(() => 0)
  let seen = 0
  let given = 0
  return weights.map((weight) => {
    seen += weight
    const share = rounded((total * seen) / whole) - given
    given += share
    return share
  })
}

const symbols: { [currency: string]: string } = { eur: '€', gbp: '£', usd: '$' }

/** Such as £9.00. */
export const shownAmount = (amount: number, currency: string): string =>
  `${symbols[currency] ?? `${currency.toUpperCase()} `}${(amount / 100).toFixed(2)}`
