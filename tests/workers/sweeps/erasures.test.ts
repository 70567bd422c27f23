import { describe, expect, test } from 'vitest'
import { supportDecider } from '#api/domain/interest.ts'
import { messageDecider } from '#api/domain/message.ts'
import { reservationDecider } from '#api/domain/reservation.ts'
import { teamDecider } from '#api/domain/team.ts'
import { type UserCommand, userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { emailReservation, messageStream, supportStream, teamStream, userStream } from '#api/event-store/streams.ts'
import { erasureQueries, type OpenErasure, openErasures } from '#projections/sweeps/open-erasures.ts'
import { SupportRequestId } from '#schemas/ids.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import type { OutgoingMail } from '#workers/adapters/outgoing.ts'
import { finishErasures } from '#workers/sweeps/erasures.ts'
import { farewell } from '#workers/sweeps/farewell.ts'

const now = new Date('2026-04-01T10:00:00.000Z')
const email = 'ann@example.com'
const letterhead = { appUrl: 'http://app.test', mailFrom: 'no-reply@example.com', supportEmail: 'support@example.com' }

type Step = 'farewell' | 'release' | 'sessions' | 'content' | 'keys' | 'messages'

describe('an ordered erasure', () => {
  const { ledger, keys } = openMemoryLedger()

  /** The workers' list as the log tells it now. */
  const listOf = async (...streams: string[]) => {
    const events = await Promise.all(streams.map((stream) => ledger.read(stream)))
    return erasureQueries(projected(openErasures, events.flat()))
  }

  const world = async () => {
    const userId = newUserId()
    const ownerId = newUserId()
    const teamId = newTeamId()
    const requestId = SupportRequestId.parse(newCommandId())
    const address = `${userId}-${email}`
    const reservation = emailReservation(keys.digest, address)
    const claimed = { kind: 'email', holderId: userId, claimId: newCommandId(), expiresAt: now.toISOString() } as const
    const claim = { type: 'ClaimReservation', ...claimed } as const
    await handle(ledger, reservationDecider, reservation, claim, contextOf(null, userId))
    const order = (command: UserCommand) =>
      handle(ledger, userDecider, userStream(userId), command, contextOf(null, userId))
    await order({ type: 'RegisterUser', userId, name: 'Ann', email: address, passwordHash: 'h' })
    const team = { type: 'CreateTeam', teamId, ownerId, name: 'T', slug: 't', trialEndsAt: now.toISOString() } as const
    await handle(ledger, teamDecider, teamStream(teamId), team, contextOf(teamId, ownerId))
    const data = { teamId, userId, ...plainMembership('member') }
    const joined = { type: 'MemberJoined', data, id: newCommandId(), metadata: contextOf(teamId, userId) } as const
    await ledger.append(teamStream(teamId), 1n, [joined])
    const request = { supportRequestId: requestId, userId, from: address, subject: 'Hello', message: 'Hello?' }
    const ask = { type: 'RequestSupport', request } as const
    await handle(ledger, supportDecider, supportStream(requestId), ask, contextOf(null, userId))
    const [asked] = await ledger.read(supportStream(requestId))
    const askedBy = asked?.id ?? ''
    await order({ type: 'EraseAccount', passwordVersion: 1, addressedIds: [] })

    const gone: Record<string, unknown> = {}
    const mailed: OutgoingMail[] = []
    const warned: object[] = []
    const state = { mailServer: true }
    const streams = [userStream(userId), teamStream(teamId), supportStream(requestId), messageStream('mail', askedBy)]
    const failing = new Set<Step>()
    const step = (name: Step) => {
      if (failing.has(name)) throw new Error(`killed at ${name}`)
      gone[name] = true
    }
    const mail = async (letter: OutgoingMail) => {
      if (!state.mailServer) throw new Error('no answer')
      mailed.push(letter)
    }
    const pass = async () => {
      const tools = {
        ledger,
        erasures: await listOf(...streams),
        digest: (purpose: string, text: string) => {
          if (purpose === 'email') step('release')
          return keys.digest(purpose, text)
        },
        keys: {
          destroy: (personId: string) => {
            step('keys')
            return keys.destroy(personId)
          },
        },
        content: { purge: async () => step('content') },
        sayFarewell: async (erasure: OpenErasure) => {
          step('farewell')
          await farewell({ ...letterhead, ledger, mail, log: { warn: (fields: object) => void warned.push(fields) } })(
            erasure,
          )
        },
        endSessions: async () => step('sessions'),
        removeMessages: async (ids: readonly string[]) => {
          step('messages')
          gone.messages = ids
        },
      }
      await finishErasures(tools, now)
    }
    const settleMail = () => {
      const settle = { type: 'SettleMessage', outcome: { type: 'MailSent', data: { askedBy } } } as const
      return handle(ledger, messageDecider, messageStream('mail', askedBy), settle, contextOf(null, null))
    }
    const status = async () => {
      const user = await load(ledger, userDecider, userStream(userId))
      const ofTeam = await load(ledger, teamDecider, teamStream(teamId))
      return {
        finished: user.status === 'erased' && user.finished,
        reservation: (await load(ledger, reservationDecider, reservation)).status,
        member: ofTeam.status === 'active' && ofTeam.members.has(userId),
        key: keys.find(userId) instanceof Uint8Array,
      }
    }
    return { userId, askedBy, address, mailed, warned, state, failing, gone, pass, settleMail, status }
  }

  const done = { finished: true, reservation: 'free', member: false, key: false }

  test('is finished in one pass if no message is being sent', async () => {
    const { userId, askedBy, gone, pass, settleMail, status } = await world()
    await settleMail()

    await pass()

    expect(await status()).toEqual(done)
    expect(gone).toMatchObject({ sessions: true, content: true, messages: [expect.any(String), userId, askedBy] })
  })

  test.each<Step>(['farewell', 'release', 'sessions', 'content', 'keys', 'messages'])(
    'is finished by the next pass when one is killed at: %s',
    async (killedAt) => {
      const { failing, pass, settleMail, status } = await world()
      await settleMail()

      failing.add(killedAt)
      await expect(pass()).rejects.toThrow('killed at')
      const between = await status()
      failing.clear()
      await pass()

      expect(between.finished).toBe(false)
      expect(await status()).toEqual(done)
    },
  )

  test('destroys the keys at once, but is not finished while a mail may still be written', async () => {
    const { gone, pass, settleMail, status } = await world()

    await pass()
    const between = await status()
    delete gone.messages
    await settleMail()
    await pass()

    expect(between).toEqual({ ...done, finished: false })
    expect(gone.messages).toHaveLength(3)
    expect(await status()).toEqual(done)
  })

  test('[D-100] is mailed to the person, to the address that nobody can read afterwards, and once', async () => {
    const { address, mailed, pass, settleMail } = await world()

    await pass()
    await settleMail()
    await pass()

    expect(mailed.map(({ to, subject }) => [to, subject])).toEqual([[address, 'Your account was deleted']])
    expect(mailed[0]?.text).toContain(letterhead.supportEmail)
  })

  test('does not wait for a mail server that is away', async () => {
    const { address, warned, state, pass, settleMail, status } = await world()
    state.mailServer = false
    await settleMail()

    await pass()

    expect(await status()).toEqual(done)
    expect(warned).toEqual([{ error: 'no answer' }])
    expect(JSON.stringify(warned)).not.toContain(address)
  })

  test('is recorded as finished once, however often it runs', async () => {
    const { userId, pass, settleMail } = await world()
    await settleMail()

    await pass()
    await pass()

    const types = (await ledger.read(userStream(userId))).map(({ type }) => type)
    expect(types).toEqual(['UserRegistered', 'PersonErased', 'ErasureFinished'])
  })
})
