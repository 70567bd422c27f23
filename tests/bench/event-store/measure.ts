import { jsonEvent } from '@eventstore/db-client'

/** An event as the application writes them: some 200 bytes of data, 250 of metadata. */
export const benchEvent = (n: number) =>
  jsonEvent({
    type: 'VisitAdded',
    data: { siteId: '0b8f0a1e-7a51-4f58-9d52-aa7a6a2f6a10', n, description: 'Boiler service'.repeat(8) },
    metadata: {
      actor: '5a2d5f0e-3a52-4a7e-8f6e-9b1f0f1f7c11',
      team: '1c9d2b7e-6c5f-4f0b-b0d4-3c8a5f3a9e22',
      commandId: 'f3b1d6a2-9a0c-4f57-8d0e-2f6b7c8d9e33',
      correlationId: 'f3b1d6a2-9a0c-4f57-8d0e-2f6b7c8d9e33',
    },
  })

/** Runs `work` after a warm-up round and returns operations per second, the best of `rounds`. */
export async function perSecond(operations: number, work: () => Promise<void> | void, rounds = 3): Promise<number> {
  await work()
  let best = 0
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work()
    best = Math.max(best, (operations / (performance.now() - started)) * 1000)
  }
  return best
}

/** `count` workers that each run `work` with their number, at the same time. */
export async function concurrently(count: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, worker) => work(worker)))
}

export function report(name: string, value: number, yardstick?: [name: string, value: number]): void {
  const ratio = yardstick ? `  = ${(value / yardstick[1]).toFixed(2)} x ${yardstick[0]}` : ''
  process.stdout.write(`${name.padEnd(44)}${Math.round(value).toLocaleString('en').padStart(10)}/s${ratio}\n`)
}
