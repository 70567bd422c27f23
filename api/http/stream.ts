import type { Request, Response } from 'express'
import { grants } from '#schemas/policy.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import type { SignedIn } from './actor.ts'

/** Milliseconds between comments that keep the line open through proxies. */
const heartbeat = 20_000

/** Comments after which a stream ends: a browser comes back by itself, as whoever it is by then. */
const mostBeats = 15

/** Milliseconds after which a browser comes back. */
const comeBackAfter = 1000

/** Bytes that may wait for a reader who does not take them; one who is slower has to come back for them. */
const mostWaiting = 1024 * 1024

/** Missed changes that are sent one by one; after more, the reader is told to load everything again. */
const mostMissed = 1000

export type Changes<Change extends LiveChange> = {
  /** Changes that the actor may hear of after a position, oldest first. */
  after: (actor: SignedIn, position: string, limit: number) => Change[]
  /** Calls back with every new change that the actor may hear of; answers how to stop that. */
  follow: (actor: SignedIn, listener: (change: Change) => void) => () => void
  /** Calls back once the actor may not hear what they did, or may hear more; answers how to stop that. */
  whenRightsChange: (actor: SignedIn, request: Request, changed: () => void) => () => void
  /** The place in the log up to which everything was told to those who follow. */
  toldUpTo: () => string
}

/** What is in a team needs an ability; what a user is told, they are told. */
const mayHear = (actor: SignedIn, { resource }: LiveChange): boolean =>
  resource === 'notifications' || resource === 'announcements' || grants(actor.abilities, `${resource}.view`)

/** Written once, however many hear of it. */
const messages = new WeakMap<LiveChange, string>()

const messageOf = (change: LiveChange): string => {
  const known = messages.get(change)
  if (known !== undefined) return known
  const { type, resource, id, position } = change
  const message = `id: ${position}\ndata: ${JSON.stringify({ type, resource, id, position })}\n\n`
  messages.set(change, message)
  return message
}

/** Positions are decimal and without zeros before them. */
const isAfter = (position: string, last: string | undefined): boolean =>
  last === undefined || position.length > last.length || (position.length === last.length && position > last)

/** The place that a reader had reached on this stream. */
const lastEventId = (request: Request): string | undefined => {
  const id = request.get('last-event-id')
  return id && /^\d{1,18}$/.test(id) ? id : undefined
}

/**
 * Serves one reader: what it missed, then what happens, each change once and in order. `after` is the place in the log
 * that a new reader knows from elsewhere.
 */
export const openStream =
  <Change extends LiveChange>(changes: Changes<Change>, actor: SignedIn, after: string | undefined) =>
  (request: Request, response: Response): void => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    if (request.method === 'HEAD') return void response.end()
    const known = lastEventId(request) ?? after
    let last = known === undefined ? undefined : String(BigInt(known))
    const write = (text: string) => {
      response.write(text)
      if (response.writableLength > mostWaiting) response.destroy()
    }
    const tell = (change: LiveChange) => {
      if (!isAfter(change.position, last) || !mayHear(actor, change)) return
      last = change.position
      write(messageOf(change))
    }
    // All of this is synchronous: nothing comes in between what was missed and what follows.
    write(`retry: ${comeBackAfter}\n\n`)
    const missed = last === undefined ? [] : changes.after(actor, last, mostMissed + 1)
    if (missed.length > mostMissed) write('event: reset\ndata: {}\n\n')
    else for (const change of missed) tell(change)
    const now = changes.toldUpTo()
    if (isAfter(now, last)) {
      // Who is told nothing for a while still knows where to go on.
      last = now
      write(`id: ${now}\n\n`)
    }

    const stop = changes.follow(actor, tell)
    let beats = 0
    const beat = setInterval(() => {
      beats += 1
      if (beats < mostBeats) write(': still here\n\n')
      else response.end()
    }, heartbeat)
    const leave = () => {
      clearInterval(beat)
      stop()
      unwatch()
    }
    // The reader comes back for what it missed, as whoever it is by then.
    const unwatch = changes.whenRightsChange(actor, request, () => {
      leave()
      response.end()
    })
    response.on('close', leave)
  }
