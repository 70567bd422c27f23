import { follow } from '#api/event-store/follow.ts'
import { foundingPlaceOf } from '#api/event-store/founding.ts'
import { type Ledger, peopleGoneBy } from '#api/event-store/ledger.ts'
import { skippedEvents } from '#api/event-store/skipped-events.ts'
import { changeOf } from '#projections/changes/change-of.ts'
import { openRunner } from '#projections/engine/runner.ts'
import { type ProjectionGroup, projectionGroups } from '#projections/registry.ts'
import { rightsChangedBy } from '#schemas/events/changed-rights.ts'
import type { ProjectorMessage, ProjectorOrder } from './applying.ts'
import { isWorthBuilding } from './build-files.ts'

/** Milliseconds between two flushes of the models that no command waits for, which leaves the processor to the commands. */
const restOfOthers = 20

/** Milliseconds between writes of positions that are not stored yet. */
const writeEvery = 500

type Applied = { ledger: Ledger; folder: string; group: ProjectionGroup }

/**
 * Applies the log to one group of read models of a folder continuously and reports progress; returns a function for
 * orders. Changes are reported by the group that stores them, rights by that which they are read from, which also
 * tells of people whose keys are destroyed.
 */
export const runProjector = async ({ ledger, folder, group }: Applied, post: (message: ProjectorMessage) => void) => {
  const end = await ledger.newest()
  const target = end?.position ?? null
  const runner = openRunner(folder, projectionGroups[group], {
    missingFrom: isWorthBuilding(end) ? target : null,
    founding: await foundingPlaceOf(ledger),
    skips: await skippedEvents(ledger),
    onSkip: () => void inOrder(() => change(runner.resume)),
    onDamaged: (name) => post({ type: 'damaged', name }),
    onReplaced: (name) => post({ type: 'replaced', name, states: runner.states() }),
    onFlush: (events) =>
      post({
        type: 'progress',
        states: runner.states(),
        changes: group === 'others' ? events.flatMap((event) => changeOf(event) ?? []) : [],
        rights: group === 'lists' ? events.flatMap((event) => rightsChangedBy(event) ?? []) : [],
        gone: group === 'lists' ? events.flatMap((event) => peopleGoneBy(event) ?? []) : [],
      }),
  })
  post({ type: 'opened', states: runner.states(), target, toBuild: runner.toBuild() })

  let broken = false
  const follower = {
    ...runner,
    rest: group === 'others' ? restOfOthers : 0,
    flush: () => {
      runner.flush()
      if (broken) post({ type: 'following' })
      broken = false
    },
  }
  const begin = () =>
    follow(ledger, follower, (reason) => {
      broken = true
      post({ type: 'broken', reason: reason?.message ?? 'ended' })
    })
  let following = begin()
  const writing = setInterval(runner.writePositions, writeEvery)

  /** Changes a read model and follows the log again from the position that it has then. */
  const change = async (act: () => void) => {
    await following.close()
    act()
    following = begin()
  }

  const close = async () => {
    clearInterval(writing)
    await following.close()
    runner.close()
  }

  const obey = (order: ProjectorOrder): Promise<void> => {
    switch (order.type) {
      case 'close':
        return close()
      case 'apply':
        return change(() => runner.apply(order.name))
      case 'replace':
        return change(() => runner.replace(order.name, order.from))
    }
  }

  let last = Promise.resolve()
  /** Runs orders one after the other; resolves once this one is carried out. */
  const inOrder = (act: () => Promise<void>): Promise<void> => {
    last = last.then(act)
    return last
  }
  return (order: ProjectorOrder): Promise<void> => inOrder(() => obey(order))
}
