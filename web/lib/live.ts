import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type LiveChange, liveStream } from '#schemas/resources/live.ts'
import { reload } from '#web/lib/affected.ts'
import { urlOf } from '#web/lib/api.ts'
import { connectionAtom, whenOnline } from '#web/lib/connection.ts'
import { shownMoment } from '#web/lib/moment.ts'
import { firstPosition, notePosition } from '#web/lib/position.ts'
import { checkVersion } from '#web/lib/retrying-import.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'
import { signingOut } from '#web/lib/signing-out.ts'
import { whenAnswered } from '#web/lib/when-answered.ts'

/** Milliseconds for which changes are collected, so that they refetch together: twice as many each time, as long as they go on. */
const gather = { least: 150, most: 1_000 }
/** Milliseconds before a stream that the server closed is opened again. */
const pause = 5_000

type Listener = {
  onChange: (change: LiveChange) => void
  /** The server cannot replay all missed changes one by one. */
  onReset: () => void
  onState: (state: 'live' | 'lost') => void
}

/** Follows the live stream and reconnects when the connection breaks. Returns a function that stops it. */
const follow = ({ onChange, onReset, onState }: Listener): (() => void) => {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  // The first connection also replays changes since the oldest answer.
  let after = firstPosition()
  const open = () => {
    source = new EventSource(urlOf(liveStream, { query: { after } }))
    // After later gaps everything is refetched instead.
    after = undefined
    source.onopen = () => onState('live')
    source.onmessage = ({ data }) => onChange(JSON.parse(data) as LiveChange)
    source.addEventListener('reset', onReset)
    source.onerror = () => {
      onState('lost')
      void whenOnline()
      // The browser reconnects by itself after a broken connection, but not after the server refused one.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, pause)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** Refetches whatever changes on the server; after a lost connection it refetches everything. */
export const useLiveChanges = (): void => {
  const queries = useQueryClient()
  const back = useAtomValue(connectionAtom) === 'back'
  // A session that has ended, or is about to, is refused the stream, too, however often it is opened.
  const expired = useAtomValue(sessionExpiredAtom)
  const isOver = useIsMutating(signingOut) > 0 || expired
  useEffect(() => {
    if (!back) return
    // Refetches queries that failed meanwhile; a server that was away may run a newer version now.
    void queries.invalidateQueries()
    void checkVersion()
  }, [back, queries])
  useEffect(() => {
    // What was does not change.
    if (isOver || shownMoment() !== null) return
    const changed = new Set<LiveChange['resource']>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let wait = gather.least
    let flushedAt = 0
    let missed = false
    const reloadAll = () => void queries.invalidateQueries()
    const flush = () => {
      timer = undefined
      flushedAt = Date.now()
      void reload(queries, ...changed)
      changed.clear()
    }
    const left = new AbortController()
    const listener: Listener = {
      onChange: ({ resource, position }) => {
        notePosition(position)
        changed.add(resource)
        if (timer !== undefined) return
        wait = Date.now() - flushedAt < gather.most ? Math.min(2 * wait, gather.most) : gather.least
        timer = setTimeout(flush, wait)
      },
      onReset: reloadAll,
      onState: (state) => {
        if (state === 'live' && missed) reloadAll()
        missed = state === 'lost'
      },
    }
    // Until then the oldest answer is not known, and on a slow line the stream would be in the way of the others.
    void whenAnswered(queries).then(() => {
      if (!left.signal.aborted) left.signal.addEventListener('abort', follow(listener))
    })
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [queries, isOver])
}
