import type { Logger } from 'pino'
import type { ContentStore, ListedContent } from '#api/adapters/content-store.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { skippedEvents } from '#api/event-store/skipped-events.ts'
import type { ExpiredQueries } from '#projections/sweeps/expired-trash/expired-trash.ts'
import type { Pass } from './sweeps.ts'
import { grace } from './trash-purges.ts'

export type UnnamedTools = {
  ledger: Pick<Ledger, 'read'>
  content: Pick<ContentStore, 'list' | 'remove'>
  expired: Pick<ExpiredQueries, 'isNamed'>
  log: Pick<Logger, 'info'>
}

/** Contents that a pass looks at: the next one goes on, so that a large store holds no other pass up. */
const atOnce = 1000

/** Milliseconds between the end of the store and looking from its beginning again. */
const rest = 60 * 60 * 1000

/**
 * Removes contents that no event names an hour after they were put: those of uploads that a crash cut off before their
 * event, and of purges that it cut off after theirs. `expired` must be up to date with a recent position of the log, and hold all
 * of it: where operators have skipped an event (D-105) its contents may be unnamed for that, and nothing is removed.
 */
export const openUnnamedSweep = ({ ledger, content, expired, log }: UnnamedTools): Pass['run'] => {
  let listing: AsyncIterator<ListedContent> | undefined
  let restsUntil = 0
  return async (now) => {
    if (now.getTime() < restsUntil || (await skippedEvents(ledger)).length > 0) return
    listing ??= content.list()[Symbol.asyncIterator]()
    for (let looked = 0; looked < atOnce; looked += 1) {
      const next = await listing.next()
      if (next.done) {
        listing = undefined
        restsUntil = now.getTime() + rest
        return
      }
      const { holder, hash } = next.value
      if (expired.isNamed(holder, hash)) continue
      if (await content.remove(holder, hash, now.getTime() - grace))
        log.info({ holder, hash }, 'removed content that no event names')
    }
  }
}
