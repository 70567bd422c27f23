import { setTimeout as wait } from 'node:timers/promises'
import { type Found, walkFolder } from './walk.ts'

/** Milliseconds between two looks at the folder, and for how long a file has to stay as it is. */
const usual = { lookEvery: 1_000, restsFor: 5_000 }

/** A file as it is now: another size or time makes another one of it. */
const keyOf = ({ path, size, changed }: Found): string => `${size} ${changed} ${path}`

/** The files that come into a folder and have not changed for a moment, each once, until the signal. */
export async function* comingFiles(
  folder: string,
  exclude: readonly string[],
  signal: AbortSignal,
  { lookEvery, restsFor } = usual,
): AsyncGenerator<Found[], void> {
  let since = new Map<string, number>()
  const taken = new Set<string>()
  while (!signal.aborted) {
    const found: Found[] = []
    await walkFolder(folder, exclude, (file) => found.push(file))
    const now = performance.now()
    since = new Map(found.map((file) => [keyOf(file), since.get(keyOf(file)) ?? now]))
    const rested = found.filter((file) => !taken.has(keyOf(file)) && now - (since.get(keyOf(file)) ?? now) >= restsFor)
    for (const file of rested) taken.add(keyOf(file))
    if (rested.length > 0) yield rested
    await wait(lookEvery, undefined, { signal }).catch(() => undefined)
  }
}
