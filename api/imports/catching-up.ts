/** Lists, with the read model that rows of an import are matched with. */
export type Lists = {
  /** The position of the newest event of the log. */
  end: () => Promise<string>
  /** Waits up to two seconds until they hold a position; false if they are still behind, or stand still. */
  hold: (position: string) => Promise<boolean>
  /** The position that they have reached. */
  position: () => string
  /** Whether one of them cannot apply an event, and so goes on only once somebody has seen to it. */
  standStill: () => boolean
}

/** Waiting for what is in the log now; each answers false if read models are still behind. */
export type CatchUp = {
  caughtUp: () => Promise<boolean>
  everywhere: () => Promise<boolean>
  /** Lists with these other read models, to wait for a position of. */
  listsWith: (reads: readonly string[]) => Lists
}

/** The read models are too far behind to decide rows, or another process has taken over the import. */
export class ImportUnavailable extends Error {
  override name = 'ImportUnavailable'
}

/**
 * The most checks of the read models before an import; each takes up to two seconds, so the answer to an upload begins
 * within five minutes.
 */
const maxChecksBefore = 120

/**
 * Waits until lists hold a position, however long that takes; yields after each check in vain. Returns false if they
 * stand still, or after `maxChecks`.
 */
export const catchingUp = async function* (
  { hold, standStill }: Pick<Lists, 'hold' | 'standStill'>,
  position: string,
  maxChecks = Number.POSITIVE_INFINITY,
): AsyncGenerator<void, boolean> {
  for (let check = 0; check < maxChecks; check += 1) {
    if (await hold(position)) return true
    if (standStill()) return false
    yield
  }
  return false
}

/**
 * Waits until lists hold a position, by default all that is in the log now, and calls `waiting` after each check in
 * vain; false if they stand still, or after `maxChecks`.
 */
export const awaitLists = async (
  lists: Lists,
  position: string | null,
  { maxChecks, waiting = () => undefined }: { maxChecks?: number; waiting?: () => void } = {},
): Promise<boolean> => {
  const checks = catchingUp(lists, position ?? (await lists.end()), maxChecks)
  let check = await checks.next()
  for (; !check.done; check = await checks.next()) waiting()
  return check.value
}

/** Waits for the lists before an import, for a bounded time. Throws ImportUnavailable. */
export const untilCaughtUp = async (lists: Lists): Promise<void> => {
  if (await awaitLists(lists, null, { maxChecks: maxChecksBefore })) return
  throw new ImportUnavailable(
    'The lists are still catching up with what was written before. Please try again in a minute.',
  )
}

/** All is written, but lists will not show it before somebody has seen to them. */
export const listsStandStill = (): ImportUnavailable =>
  new ImportUnavailable(
    'Everything is written, but lists stand still and do not show it. An operator has to see to it.',
  )
