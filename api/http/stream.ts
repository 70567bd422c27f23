import type { Request, Response } from 'express'
import { grants } from '#schemas/policy.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import type { SignedIn } from './actor.ts'

/** Milliseconds between comments that keep the connection open through proxies. */
const heartbeat = 20_000

/** Heartbeats after which a stream ends: the browser reconnects by itself and is authenticated again. */
const maxBeats = 15

/** Milliseconds after which a browser reconnects. */
const comeBackAfter = 1000

/** Bytes that may be buffered for a slow reader; beyond that it is disconnected and catches up when it reconnects. */
const maxWaiting = 1024 * 1024

/** Maximum number of missed changes that are sent one by one; if there are more, the reader reloads everything. */
const maxMissed = 1000

export type Changes<Change extends LiveChange> = {
  /** Changes after a position that concern the actor, oldest first. */
  after: (actor: SignedIn, position: string, limit: number) => Change[]
  /** Calls back with every new change that concerns the actor; returns the function that stops it. */
  follow: (actor: SignedIn, listener: (change: Change) => void) => () => void
  /** Calls back when the actor's rights change; returns the function that stops it. */
  whenRightsChange: (actor: SignedIn, request: Request, changed: () => void) => () => void
  /** The log position up to which followers have been notified. */
  notifiedUpTo: () => string
  /** Whether the log has no event at a position: it is from another log, or from a newer copy of this one (D-110). */
  isOfAnotherLog: (position: string) => Promise<boolean>
}

/** Resources without an ability check: each change reaches only the users it is addressed to. */
const unguarded = ['notifications', 'announcements', 'billing', 'saved_views', 'fields'] as const

type OfTeam = Exclude<LiveChange['resource'], (typeof unguarded)[number]>

/** Changes in a team need the ability to view the resource. */
const mayReceive = (actor: SignedIn, { resource }: LiveChange): boolean =>
  (unguarded as readonly string[]).includes(resource) || grants(actor.abilities, `${resource as OfTeam}.view`)

/** The message of a change, formatted once for all readers. */
const messages = new WeakMap<LiveChange, string>()

const messageOf = (change: LiveChange): string => {
  const known = messages.get(change)
  if (known !== undefined) return known
  const { type, resource, id, position } = change
  const message = `id: ${position}\ndata: ${JSON.stringify({ type, resource, id, position })}\n\n`
  messages.set(change, message)
  return message
}

/** Compares decimal positions without leading zeros. */
const isAfter = (position: string, last: string | undefined): boolean =>
  last === undefined || position.length > last.length || (position.length === last.length && position > last)

/** The position that a reconnecting reader has reached. */
const lastEventId = (request: Request): string | undefined => {
  const id = request.get('last-event-id')
  return id && /^\d{1,18}$/.test(id) ? id : undefined
}

/**
 * Serves one reader with missed changes and then live ones, each once and in order. `after` is the log position that a
 * new reader has from an earlier read.
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
    const resumedAt = known === undefined ? undefined : String(BigInt(known))
    let last = resumedAt
    const write = (text: string) => {
      response.write(text)
      if (response.writableLength > maxWaiting) response.destroy()
    }
    const send = (change: LiveChange) => {
      if (!isAfter(change.position, last) || !mayReceive(actor, change)) return
      last = change.position
      write(messageOf(change))
    }
    // All of this is synchronous, so no change is lost between the missed ones and the live ones.
    write(`retry: ${comeBackAfter}\n\n`)
    const missed = last === undefined ? [] : changes.after(actor, last, maxMissed + 1)
    if (missed.length > maxMissed) write('event: reset\ndata: {}\n\n')
    else for (const change of missed) send(change)
    const now = changes.notifiedUpTo()
    if (isAfter(now, last)) {
      // A reader that receives no change for a while still knows where to continue.
      last = now
      write(`id: ${now}\n\n`)
    }

    /** The reader reloads everything, and is sent the changes from here on. */
    const reset = () => {
      last = changes.notifiedUpTo()
      write(`id: ${last}\nevent: reset\ndata: {}\n\n`)
    }
    if (resumedAt !== undefined) {
      void changes.isOfAnotherLog(resumedAt).then((isOfAnother) => {
        if (isOfAnother && !response.writableEnded) reset()
      })
    }

    const stop = changes.follow(actor, send)
    let beats = 0
    const beat = setInterval(() => {
      beats += 1
      if (beats < maxBeats) write(': still here\n\n')
      else response.end()
    }, heartbeat)
    const leave = () => {
      clearInterval(beat)
      stop()
      unwatch()
    }
    // The reader reconnects for what it missed, with the rights that it has by then.
    const unwatch = changes.whenRightsChange(actor, request, () => {
      leave()
      response.end()
    })
    response.on('close', leave)
  }
