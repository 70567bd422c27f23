import type { Request, Response } from 'express'
import { grants } from '#schemas/policy.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import type { SignedIn } from './actor.ts'

/** Milliseconds between comments that keep the line open through proxies. */
const heartbeat = 20_000

/** Missed changes that are sent one by one; after more, the reader is told to load everything again. */
const mostMissed = 1000

export type Changes<Change extends LiveChange> = {
  /** Changes that the actor may hear of after a position, oldest first. */
  after: (actor: SignedIn, position: string, limit: number) => Change[]
  /** Calls back with every new change that the actor may hear of; answers how to stop that. */
  follow: (actor: SignedIn, listener: (change: Change) => void) => () => void
}

/** What is in a team needs an ability; what a user is told, they are told. */
const mayHear = (actor: SignedIn, { resource }: LiveChange): boolean =>
  resource === 'notifications' || resource === 'announcements' || grants(actor.abilities, `${resource}.view`)

const messageOf = ({ type, resource, id, position }: LiveChange): string =>
  `id: ${position}\ndata: ${JSON.stringify({ type, resource, id, position })}\n\n`

const isAfter = (position: string, last: string | undefined): boolean =>
  last === undefined || BigInt(position) > BigInt(last)

/** The place that a reader had reached, where it names one. */
const lastEventId = (request: Request): string | undefined => {
  const id = request.get('last-event-id')
  return id && /^\d{1,19}$/.test(id) ? id : undefined
}

/** Serves one reader: what it missed, then what happens, each change once and in order. */
export const openStream =
  <Change extends LiveChange>(changes: Changes<Change>, actor: SignedIn) =>
  (request: Request, response: Response): void => {
    let last = lastEventId(request)
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write(': connected\n\n')
    const tell = (change: LiveChange) => {
      if (!isAfter(change.position, last) || !mayHear(actor, change)) return
      last = change.position
      response.write(messageOf(change))
    }
    // Reading what was missed is synchronous: nothing comes in between it and what follows.
    const missed = last === undefined ? [] : changes.after(actor, last, mostMissed + 1)
    if (missed.length > mostMissed) response.write('event: reset\ndata: {}\n\n')
    else for (const change of missed) tell(change)

    const stop = changes.follow(actor, tell)
    const beat = setInterval(() => response.write(': still here\n\n'), heartbeat)
    response.on('close', () => {
      clearInterval(beat)
      stop()
    })
  }
