import type { ProjectionState } from '#projections/engine/applied-file.ts'
import type { ProjectionGroup } from '#projections/registry.ts'
import type { Applying, ProjectorMessage, StartApplying } from './applying.ts'

/**
 * One group of read models as the API's main thread knows it; `broken` is the reason why it does not follow the log.
 */
export type Side = {
  group: ProjectionGroup
  applying: Applying
  states: ProjectionState[]
  /** The end of the log at the start. */
  target: string | null
  /** The read models whose files are built elsewhere. */
  toBuild: readonly string[]
  broken: string | null
  /** Why it has ended, if it has. */
  ended: Error | null
  opened: Promise<void>
  exited: Promise<void>
}

/** Starts to apply events to a group; `onMessage` gets what changes the side, `ended` is called once. */
export const startSide = (
  group: ProjectionGroup,
  startApplying: StartApplying,
  onMessage: (side: Side, message: ProjectorMessage) => void,
  ended: (error: Error) => void,
): Side => {
  const opening = Promise.withResolvers<void>()
  const exit = Promise.withResolvers<void>()
  const applying = startApplying(
    group,
    (message) => {
      if ('states' in message) side.states = message.states
      if (message.type === 'opened') Object.assign(side, { target: message.target, toBuild: message.toBuild })
      onMessage(side, message)
      if (message.type === 'opened') opening.resolve()
    },
    (error) => {
      side.ended = error
      opening.reject(error)
      exit.resolve()
      ended(error)
    },
  )
  const side: Side = {
    group,
    applying,
    states: [],
    target: null,
    toBuild: [],
    broken: null,
    ended: null,
    opened: opening.promise,
    exited: exit.promise,
  }
  return side
}

/** Milliseconds that a thread has to write pending events and close. */
const closeTimeout = 3000

/** Ends all groups; one that does not end by itself is terminated. */
export const endSides = async (sides: readonly Side[]): Promise<void> => {
  const running = sides.filter(({ ended }) => ended === null)
  for (const { applying } of running) applying.order({ type: 'close' })
  // An event store that does not answer must not keep the process from ending.
  const timeout = setTimeout(() => {
    for (const { applying } of running) applying.terminate()
  }, closeTimeout)
  await Promise.all(running.map(({ exited }) => exited))
  clearTimeout(timeout)
}
