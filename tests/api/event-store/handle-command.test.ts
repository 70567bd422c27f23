import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clientDecider } from '#api/domain/client.ts'
import { reservationDecider } from '#api/domain/reservation.ts'
import { RuleBroken, StaleRevision } from '#api/domain/rule.ts'
import { handle, load, StreamContended } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { EventStoreUnavailable, WrongExpectedRevision } from '#api/event-store/port.ts'
import { clientStream, emailReservation } from '#api/event-store/streams.ts'
import { currentVersion } from '#schemas/events/upcasting.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newClientId, newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'

const digest = (_purpose: string, text: string) => createHash('sha256').update(text).digest('hex')

describe('a command', () => {
  const store = prepared(() => openMemoryLedger())
  const ledger = prepared(() => store.ledger)

  const addClient = () => {
    const named = { clientId: newClientId(), teamId: newTeamId() }
    return { type: 'AddClient', ...named, ...detailsOf.client({ name: 'Acme' }) } as const
  }
  const typesIn = async (stream: string) => (await ledger.read(stream)).map(({ type }) => type)

  test('appends the decided events with their metadata', async () => {
    const command = addClient()
    const context = contextOf(command.teamId, newUserId(), { requestId: 'r1', causationId: 'c1' })
    const stream = clientStream(command.clientId)

    const outcome = await handle(ledger, clientDecider, stream, command, context)

    const [event] = await ledger.read(stream)
    expect(outcome).toMatchObject({ changed: true, revision: 0n, position: event?.position, at: context.at })
    expect(outcome.state).toEqual(await load(ledger, clientDecider, stream))
    expect(event).toMatchObject({
      type: 'ClientAdded',
      stream,
      revision: 0n,
      metadata: { ...context, version: currentVersion('ClientAdded') },
    })
  })

  test('is decided only on a revision that its caller has seen, where they say which [D-73]', async () => {
    const client = addClient()
    const stream = clientStream(client.clientId)
    const context = () => contextOf(client.teamId, null)
    const rename = (name: string) => ({ ...client, type: 'ChangeClient', name }) as const
    await handle(ledger, clientDecider, stream, client, context())

    await handle(ledger, clientDecider, stream, rename('Two'), context(), { revisions: ['7', '0'] })
    const stale = handle(ledger, clientDecider, stream, rename('Three'), context(), { revisions: ['0'] })
    await expect(stale).rejects.toThrow(new StaleRevision(1n))
    const nothingToDo = handle(ledger, clientDecider, stream, rename('Two'), context(), { revisions: ['0'] })
    await expect(nothingToDo).rejects.toThrow(new StaleRevision(1n))
    const others = { ...rename('Mine'), teamId: newTeamId() }
    const hidden = handle(ledger, clientDecider, stream, others, context(), { revisions: ['0'] })
    await expect(hidden).rejects.toThrow(new RuleBroken('client-not-found'))

    expect(await typesIn(stream)).toEqual(['ClientAdded', 'ClientRenamed'])
  })

  test('of two that have seen the same revision only one is applied, and both can be repeated', async () => {
    const client = addClient()
    const stream = clientStream(client.clientId)
    await handle(ledger, clientDecider, stream, client, contextOf(client.teamId, null))
    const both = ['One', 'Two'].map((name) => ({ name, context: contextOf(client.teamId, null) }))
    const send = () =>
      Promise.allSettled(
        both.map(({ name, context }) => {
          const command = { ...client, type: 'ChangeClient', name } as const
          return handle(ledger, clientDecider, stream, command, context, { revisions: ['0'] })
        }),
      )

    const first = await send()
    expect(first.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await send()).map(({ status }) => status)).toEqual(first.map(({ status }) => status))
    expect(await typesIn(stream)).toEqual(['ClientAdded', 'ClientRenamed'])
  })

  test('that is repeated answers its first outcome, even with another payload, and appends nothing', async () => {
    const command = addClient()
    const context = contextOf(command.teamId, newUserId())
    const stream = clientStream(command.clientId)
    const first = await handle(ledger, clientDecider, stream, command, context)

    const later = { ...context, at: '2026-04-01T10:00:00.000Z' }
    const again = await handle(ledger, clientDecider, stream, { ...command, name: 'Other' }, later)

    expect(again).toMatchObject({ ...first, changed: false, events: [{ type: 'ClientAdded', data: { name: 'Acme' } }] })
    expect(await typesIn(stream)).toEqual(['ClientAdded'])
  })

  test('that is repeated after others answers the state after its first run', async () => {
    const stream = emailReservation(digest, newCommandId())
    const claim = { kind: 'email', holderId: 'ann', claimId: newCommandId() } as const
    const claimed = { type: 'ClaimReservation', expiresAt: '2026-03-31T10:00:00.000Z', ...claim } as const
    const context = contextOf(null, null)
    const first = await handle(ledger, reservationDecider, stream, claimed, context)
    await handle(ledger, reservationDecider, stream, { type: 'ConfirmReservation', ...claim }, contextOf(null, null))

    const again = await handle(ledger, reservationDecider, stream, claimed, context)

    expect(again.state).toMatchObject({ status: 'claimed' })
    expect([again.revision, again.position]).toEqual([first.revision, first.position])
  })

  test('that is sent twice concurrently is applied once, with the same answer for both', async () => {
    const command = addClient()
    const context = contextOf(command.teamId, newUserId())
    const stream = clientStream(command.clientId)

    const outcomes = await Promise.all([1, 2].map(() => handle(ledger, clientDecider, stream, command, context)))

    expect(new Set(outcomes.map(({ position }) => position)).size).toBe(1)
    expect(await typesIn(stream)).toEqual(['ClientAdded'])
  })

  test('that meets a conflict is decided again on the current state', async () => {
    const command = addClient()
    const stream = clientStream(command.clientId)
    const rival = { ...command, teamId: newTeamId() }
    const overtaken: Ledger = {
      ...ledger,
      append: async (...written) => {
        await handle(ledger, clientDecider, stream, rival, contextOf(rival.teamId, null))
        return ledger.append(...written)
      },
    }

    const late = handle(overtaken, clientDecider, stream, command, contextOf(command.teamId, null))

    await expect(late).rejects.toEqual(new RuleBroken('id-taken'))
    expect(await load(ledger, clientDecider, stream)).toMatchObject({ teamId: rival.teamId })
  })

  test('is decided on the newest state when fifty compete for one stream', async () => {
    const stream = emailReservation(digest, newCommandId())
    const claims = Array.from({ length: 50 }, () => {
      const claim = { kind: 'email', holderId: newUserId(), claimId: newCommandId() } as const
      const command = { type: 'ClaimReservation', expiresAt: '2026-03-31T10:00:00.000Z', ...claim } as const
      return handle(ledger, reservationDecider, stream, command, contextOf(null, null))
    })

    const settled = await Promise.allSettled(claims)

    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of settled)
      if (each.status === 'rejected') expect(each.reason).toEqual(new RuleBroken('email-taken'))
    expect(await typesIn(stream)).toEqual(['ReservationClaimed'])
  })

  test('whose append succeeded without an answer is not applied again', async () => {
    const command = addClient()
    const context = contextOf(command.teamId, newUserId())
    const stream = clientStream(command.clientId)
    const deaf: Ledger = {
      ...ledger,
      append: async (...written) => {
        await ledger.append(...written)
        throw new EventStoreUnavailable(new Error('the line broke'))
      },
    }
    await expect(handle(deaf, clientDecider, stream, command, context)).rejects.toThrow(EventStoreUnavailable)

    const again = await handle(ledger, clientDecider, stream, command, context)

    expect(again).toMatchObject({ changed: false, revision: 0n })
    expect(await typesIn(stream)).toEqual(['ClientAdded'])
  })

  test('fails in the end when every try meets a conflict', async () => {
    const command = addClient()
    let tries = 0
    const busy: Ledger = {
      ...ledger,
      append: (stream) => {
        tries += 1
        return Promise.reject(new WrongExpectedRevision(stream))
      },
    }

    const late = handle(busy, clientDecider, clientStream(command.clientId), command, contextOf(null, null))

    await expect(late).rejects.toThrow(StreamContended)
    expect(tries).toBeGreaterThan(5)
  })

  test('that decides nothing appends nothing', async () => {
    const stream = emailReservation(digest, newCommandId())
    const release = { type: 'ReleaseReservation', claimId: newCommandId() } as const

    const outcome = await handle(ledger, reservationDecider, stream, release, contextOf(null, null))

    expect(outcome).toMatchObject({ changed: false, events: [], position: null, revision: null })
    expect(await ledger.read(stream)).toEqual([])
  })
})
