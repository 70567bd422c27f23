/** Whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges two people's changes to the same form: my value where I changed the field, theirs in all other fields. `base`
 * is the version that both started from.
 */
export const merged = <Values extends Record<string, unknown>>(base: Values, mine: Values, theirs: Values): Values => {
  const fields = Object.keys(mine) as (keyof Values)[]
  const chosen = fields.map((field) => [field, isSame(mine[field], base[field]) ? theirs[field] : mine[field]])
  return Object.fromEntries(chosen) as Values
}
