import { afterAll, beforeAll, beforeEach } from 'vitest'
import { readableLine } from '#cli/operations/supervise.ts'
import { CannotBeHad } from './debian.ts'
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'
import type { Part } from './part.ts'

/** Lines of each part that are shown when a test fails. */
const shownLines = 60

/** The balancer asks each replica every second. */
const isCheck = (line: string): boolean => line.includes('"route":"/ready"')

const lastLinesOf = ({ name, log }: Part): string => {
  const lines = log()
    .split('\n')
    .filter((line) => !isCheck(line))
  return [`== ${name}`, ...lines.slice(-shownLines).map(readableLine), ''].join('\n')
}

/**
 * A fleet for all tests of this place. What they print is shown when one fails. Where a part of it cannot be had the
 * tests are left out, and say why.
 * @returns the fleet, once the tests run
 */
export const fleetOfTests = (options: FleetOptions = {}): (() => Fleet) => {
  const parts: Part[] = []
  let fleet: Fleet | undefined
  let missing: string | undefined
  const showLogs = (): void => void process.stderr.write(parts.map(lastLinesOf).join('\n'))

  beforeAll(async () => {
    try {
      fleet = await startFleet(options, parts)
    } catch (error) {
      if (!(error instanceof CannotBeHad)) {
        showLogs()
        throw error
      }
      missing = error.message
      process.stderr.write(`Left out: ${missing}\n`)
    }
  })
  beforeEach(({ skip, onTestFailed }) => {
    skip(missing !== undefined, missing)
    onTestFailed(showLogs)
  })
  afterAll(async () => {
    // What keeps its objects in memory has nothing to end in order.
    const inMemory = fleet?.s3?.parts ?? []
    for (const part of parts.toReversed()) await (inMemory.includes(part) ? part.kill() : part.stop())
    await fleet?.remove()
  })
  return () => {
    if (fleet === undefined) throw new Error('The fleet does not run yet')
    return fleet
  }
}
