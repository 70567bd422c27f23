/** Values of which none is what a reader expects. */
const odd: unknown[] = [null, true, 0, -1.5, '', 'x', '\u0000', [], {}, [null], { id: null }, 'y'.repeat(5000)]

type Holder = Record<string, unknown>

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** All places in a value, each as what holds it and its name there. */
const placesIn = (holder: Holder): [Holder, string][] =>
  Object.keys(holder).flatMap((name) => {
    const value = holder[name]
    return [[holder, name] as [Holder, string], ...(isHolder(value) ? placesIn(value) : [])]
  })

/** A copy of a value in which one to three places are missing or hold something odd. */
export const mutated = (value: object, random: () => number): unknown => {
  const whole: Holder = { value: structuredClone(value) }
  const rounds = 1 + Math.floor(random() * 3)
  for (let round = 0; round < rounds; round += 1) {
    const places = placesIn(whole)
    const [holder, name] = places[Math.floor(random() * places.length)] ?? [whole, 'value']
    if (random() < 0.25) delete holder[name]
    else holder[name] = structuredClone(odd[Math.floor(random() * odd.length)])
  }
  return whole.value ?? null
}
