import type { Place } from '#schemas/event.ts'
import type { EventLog } from './port.ts'

/** The log is another one than before, or an older copy of it: what was read of it does not belong to it (D-110). */
export class ForeignLog extends Error {
  override name = 'ForeignLog'

  constructor() {
    super('The event store has another log now, or an older copy of it: the next start builds the read models anew')
  }
}

/**
 * Tells of a place whether the log holds another event there, or ends before it (D-110). Read models are often at the
 * same place: each position is looked up once.
 */
export const foreignPlacesOf = ({ idAt }: Pick<EventLog, 'idAt'>): ((place: Place) => Promise<boolean>) => {
  const known = new Map<string, Promise<string | null>>()
  return async ({ position, id }) => {
    const asked = known.get(position) ?? idAt(position)
    known.set(position, asked)
    const found = await asked
    // An earlier version wrote positions without ids.
    return found === null || (id !== '' && id !== found)
  }
}
