const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Two people changed the same form: my values where I changed something, the other's everywhere else. `base` is what
 * both started from.
 */
export const merged = <Values extends Record<string, unknown>>(base: Values, mine: Values, theirs: Values): Values => {
  const fields = Object.keys(mine) as (keyof Values)[]
  const chosen = fields.map((field) => [field, same(mine[field], base[field]) ? theirs[field] : mine[field]])
  return Object.fromEntries(chosen) as Values
}
