import type { AudienceChange } from '#projections/changes/change-of.ts'
import type { ProjectionState } from '#projections/engine/applied-file.ts'
import { hasReached, latestOf } from '#projections/engine/position.ts'
import { damagedFile } from '#projections/engine/read-file.ts'
import { listModels, type ProjectionGroup, projectionGroups, readyModels } from '#projections/registry.ts'
import type { EventReference } from '#schemas/event.ts'
import type { ProjectorMessage, StartApplying } from './applying.ts'
import type { StartBuilds } from './first-builds.ts'
import { openListeners } from './listeners.ts'
import { endSides, type Side, startSide } from './side.ts'
import { openStandings, openWaiters, type Standing } from './standing.ts'

/** `stopped` are the read models that have failed, with the event that each cannot apply, if it is one. */
export type Readiness = {
  ready: boolean
  position: string
  stopped: { name: string; at: EventReference | null }[]
}

/** Handle of the threads that maintain the read models. */
export type Projector = {
  /**
   * Ready means that the read models of `readyModels` hold what was in the log at start-up and follow the log now;
   * `position` is that of the slowest one.
   */
  readiness: () => Readiness
  /**
   * Whether these read models have held what was in the log at start-up, apart from those that have failed; it stays so.
   * Waits up to `milliseconds` for it.
   */
  caughtUp: (milliseconds: number, names: readonly string[]) => true | Promise<boolean>
  /** How far these read models are, by default those of `readyModels`. */
  standing: (names?: readonly string[]) => Standing
  /**
   * Waits up to `milliseconds` until these read models, by default those of `readyModels`, hold the log up to
   * `position`; false if one does not.
   */
  reached: (position: string, milliseconds: number, names?: readonly string[]) => Promise<boolean>
  /** Whether one of these read models has failed, so that it goes on only once somebody has seen to it. */
  standStill: (names: readonly string[]) => boolean
  /** Calls back with every change once it can be read; returns the function that stops it. */
  onChange: (listener: (change: AudienceChange) => void) => () => void
  /** Calls back with each id whose rights have changed, once readable and before later changes. */
  onRights: (listener: (id: string) => void) => void
  /** Calls back whenever lists and rights have advanced, before waiting requests and listeners are notified. */
  onMove: (listener: () => void) => void
  /** Calls back with the name of a read model whose file was replaced, before waiting requests are notified. */
  onReplaced: (listener: (name: string) => void) => void
  /** Each read model with its log position and, if it has failed, the reason. */
  states: () => readonly ProjectionState[]
  /** Replaces the file of a read model by that of another folder, once this holds as much, and continues with it. */
  replace: (name: string, from: string) => Promise<void>
  close: () => Promise<void>
}

export type ProjectorSystems = {
  startApplying: StartApplying
  /** Builds files of read models that are missing or of an earlier version; without it, the log is applied to them. */
  startBuilds?: StartBuilds
  /** Called with each interruption. */
  report: (line: string) => void
  /** Called with people whose keys are about to be destroyed, or were. */
  forget?: (personIds: readonly string[]) => void
  /** Called if it ends unexpectedly. */
  died: (error: Error) => void
}

/** Starts to apply events and resolves once the files of the read models are open. */
export const startProjector = async (systems: ProjectorSystems): Promise<Projector> => {
  const { startApplying, startBuilds, report, forget = () => {}, died } = systems
  const listeners = openListeners()
  const waiters = openWaiters()
  const reported = new Set<string>()
  const replacing = new Map<string, () => void>()
  const sides: Side[] = []
  const states = () => sides.flatMap((side) => side.states)
  const standings = openStandings(states)
  let isOpen = false
  let closing = false

  const update = (side: Side) => {
    standings.forget()
    if (side.group === 'lists') listeners.moves.all()
    for (const { name, failed } of side.states) {
      if (!failed) reported.delete(name)
      if (!failed || reported.has(name)) continue
      reported.add(name)
      report(`The read model ${name} stands still: ${failed}`)
    }
    waiters.look()
  }

  const broke = (side: Side, reason: string) => {
    // All groups follow the same log: one report of an interruption is enough.
    const isKnown = sides.some((other) => other !== side && other.broken === reason)
    side.broken = reason
    if (!isKnown) report(`The read models cannot follow the log; the next try comes soon: ${reason}`)
  }

  const onMessage = (side: Side, message: ProjectorMessage) => {
    switch (message.type) {
      case 'damaged':
        return report(damagedFile(message.name))
      case 'opened':
        return update(side)
      case 'progress':
        update(side)
        for (const id of message.rights) listeners.rights.all(id)
        forget(message.gone)
        return listeners.publish(message.changes, standings.of(listModels).movingUpTo)
      case 'replaced':
        reported.delete(message.name)
        listeners.replaced.all(message.name)
        replacing.get(message.name)?.()
        replacing.delete(message.name)
        return update(side)
      case 'following':
        side.broken = null
        return
      case 'broken':
        return broke(side, message.reason)
      default:
        message satisfies never
    }
  }

  for (const group of Object.keys(projectionGroups) as ProjectionGroup[]) {
    const side = startSide(group, startApplying, onMessage, (error) => {
      waiters.giveUp()
      if (isOpen && !closing) died(error)
    })
    sides.push(side)
  }
  try {
    await Promise.all(sides.map(({ opened }) => opened))
    // One may have ended after it had opened, while the other was opening.
    for (const { ended } of sides) if (ended) throw ended
  } catch (error) {
    for (const { applying } of sides) applying.terminate()
    throw error
  }
  isOpen = true

  const target = () => latestOf(sides.map((side) => side.target)) ?? '0'
  const haveCaughtUp = new Set<string>()
  const checkCaughtUp = (names: readonly string[]): boolean => {
    if (names.every((name) => haveCaughtUp.has(name))) return true
    for (const { name, failed, position } of states()) {
      if (failed !== null || hasReached(position ?? '0', target())) haveCaughtUp.add(name)
    }
    return names.every((name) => haveCaughtUp.has(name))
  }
  const reached: Projector['reached'] = (position, milliseconds, names = readyModels) => {
    const { movingUpTo, allMove } = standings.of(names)
    if (movingUpTo === null || sides.some(({ ended }) => ended)) return Promise.resolve(false)
    if (hasReached(movingUpTo, position)) return Promise.resolve(allMove)
    return waiters.wait(position, milliseconds, () => standings.of(names))
  }

  const sideOf = (name: string) => sides.find(({ group }) => group === (listModels.includes(name) ? 'lists' : 'others'))
  const toBuild = sides.flatMap((side) => side.toBuild)
  const builds = startBuilds?.(toBuild, {
    built: (name, from) => sideOf(name)?.applying.order({ type: 'replace', name, from }),
    unbuilt: (name, reason) => {
      const isOutdated = states().some((state) => state.name === name && state.outdated)
      if (isOutdated) report(`The read model ${name} stays as an earlier version left it: ${reason}`)
      else sideOf(name)?.applying.order({ type: 'apply', name })
    },
    report,
  })

  return {
    states,
    replace: (name, from) =>
      new Promise((resolve, reject) => {
        const side = sideOf(name)
        replacing.set(name, resolve)
        void side?.exited.then(() => reject(new Error('The read models have ended')))
        side?.applying.order({ type: 'replace', name, from })
      }),
    readiness: () => {
      const { upTo, allMove } = standings.of(readyModels)
      const following = sides.every(({ broken }) => broken === null)
      const stopped = states().flatMap(({ name, failed, at }) =>
        failed === null || !readyModels.includes(name) ? [] : { name, at: at ?? null },
      )
      return { ready: following && allMove && hasReached(upTo, target()), position: upTo, stopped }
    },
    caughtUp: (milliseconds, names) =>
      checkCaughtUp(names) || reached(target(), milliseconds, names).then(() => checkCaughtUp(names)),
    standing: (names = readyModels) => standings.of(names),
    reached,
    standStill: (names) => sides.some(({ ended }) => ended) || !standings.of(names).allMove,
    onChange: listeners.changes.add,
    onRights: listeners.rights.add,
    onMove: listeners.moves.add,
    onReplaced: listeners.replaced.add,
    close: async () => {
      closing = true
      waiters.giveUp()
      await builds?.close()
      await endSides(sides)
    },
  }
}
