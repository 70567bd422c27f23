import { setTimeout as wait } from 'node:timers/promises'
import { printRows } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { Failure } from '#cli/failure.ts'
import { untilInterrupted } from '#cli/interrupt.ts'
import { openRemoteProgress } from '#cli/output/progress.ts'
import type { Session } from '#cli/session.ts'
import {
  discardRebuild,
  listReadModels,
  type Rebuild,
  showRebuild,
  startRebuild,
} from '#schemas/resources/read-models.ts'

/** Milliseconds between two polls of a rebuild. */
const pause = 300

/** The names of all read models, or the requested one. Throws Failure for an unknown name. */
export const modelsNamed = async (server: Server, name?: string): Promise<string[]> => {
  const names = [...new Set((await server.call(listReadModels)).data.map((model) => model.name))]
  if (name === undefined) return names
  if (names.includes(name)) return [name]
  throw new Failure(`There is no read model called "${name}". See: siteledger projections list`)
}

const textOf = ({ events, events_per_second, seconds_left }: Rebuild): string => {
  const left = seconds_left === null ? '' : ` | ${seconds_left} s left`
  return `${events} events | ${events_per_second}/s${left}`
}

/**
 * Rebuilds a read model and waits until it is compared with the live one. Throws Failure when the rebuild fails or
 * Ctrl-C cancels it.
 */
export const build = (session: Session, server: Server, name: string): Promise<Rebuild> =>
  untilInterrupted(async (signal) => {
    const params = { name }
    const progress = openRemoteProgress(session, name)
    try {
      let { data: rebuild } = await server.call(startRebuild, { params })
      while (rebuild.state === 'building' && !signal.aborted) {
        progress.to(rebuild.share, textOf(rebuild))
        await wait(pause, undefined, { signal }).catch(() => undefined)
        rebuild = (await server.call(showRebuild, { params })).data
      }
      if (signal.aborted) {
        await server.call(discardRebuild, { params })
        throw new Failure(`The rebuild was given up; the live ${name} was not touched.`)
      }
      if (rebuild.state === 'failed') throw new Failure(`The rebuild of ${name} failed: ${rebuild.reason}`)
      progress.to(1, textOf(rebuild))
      return rebuild
    } finally {
      progress.end()
    }
  })

/** Whether a rebuilt read model has other rows than the live one. */
export const differs = ({ difference }: Rebuild): boolean =>
  (difference ?? []).some(({ only_live, only_rebuilt }) => only_live + only_rebuilt > 0)

/** Prints the differences between a rebuilt read model and the live one, table by table. */
export const printDifference = (session: Session, { difference }: Rebuild): void =>
  printRows(
    session,
    {
      Table: 'table',
      'Live rows': 'live_rows',
      'Rebuilt rows': 'rebuilt_rows',
      'Only live': 'only_live',
      'Only rebuilt': 'only_rebuilt',
      'Such as': ({ keys }) => keys.join(', '),
    },
    difference ?? [],
  )
