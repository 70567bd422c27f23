import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type LiveChange, liveStream } from '#schemas/resources/live.ts'
import { reload } from '#web/lib/affected.ts'
import { urlOf } from '#web/lib/api.ts'
import { lineAtom, lineHolds } from '#web/lib/line.ts'
import { lookForVersion } from '#web/lib/patient.ts'
import { firstPosition, notePosition } from '#web/lib/position.ts'

/** Changes that come close together are shown together, in milliseconds. */
const gather = 150
/** Wait before a stream that the server ended is opened again, in milliseconds. */
const pause = 5_000

type Listener = {
  onChange: (change: LiveChange) => void
  /** Too much was missed to tell it one by one. */
  onReset: () => void
  onState: (state: 'live' | 'lost') => void
}

/** Follows the live stream and keeps following: a line that breaks is taken up again. Returns what ends it. */
const follow = ({ onChange, onReset, onState }: Listener): (() => void) => {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  // What happened between the first answers and the opening is told too.
  let after = firstPosition()
  const open = () => {
    source = new EventSource(urlOf(liveStream, { query: { after } }))
    // What was missed later is loaded anew as a whole.
    after = undefined
    source.onopen = () => onState('live')
    source.onmessage = ({ data }) => onChange(JSON.parse(data) as LiveChange)
    source.addEventListener('reset', onReset)
    source.onerror = () => {
      onState('lost')
      void lineHolds()
      // The browser takes up a broken line by itself, but not one that the server refused.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, pause)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** Keeps every list on the page up to date with what anybody changes; after a lost line everything is asked again. */
export const useLiveChanges = (): void => {
  const queries = useQueryClient()
  const back = useAtomValue(lineAtom) === 'back'
  useEffect(() => {
    if (!back) return
    // What failed meanwhile is asked again, and a server that was away may have come back as another version.
    void queries.invalidateQueries()
    void lookForVersion()
  }, [back, queries])
  useEffect(() => {
    const changed = new Set<LiveChange['resource']>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let missed = false
    const reloadAll = () => void queries.invalidateQueries()
    const flush = () => {
      timer = undefined
      void reload(queries, ...changed)
      changed.clear()
    }
    const stop = follow({
      onChange: ({ resource, position }) => {
        notePosition(position)
        changed.add(resource)
        timer ??= setTimeout(flush, gather)
      },
      onReset: reloadAll,
      onState: (state) => {
        if (state === 'live' && missed) reloadAll()
        missed = state === 'lost'
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries])
}
