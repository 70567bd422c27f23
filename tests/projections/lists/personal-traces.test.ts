import { describe, expect, test } from 'vitest'
import { personalTraceQueries, personalTraces } from '#projections/lists/personal-traces.ts'
import { InterestId } from '#schemas/ids.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newCommandId, newUserId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

const given = (...events: Parameters<typeof projected>[1]) => {
  const db = projected(personalTraces, events)
  return { db, ...personalTraceQueries(db) }
}

describe('traces of people', () => {
  const record = memoryLog()
  const ann = newUserId()
  const ben = newUserId()
  const registered = (userId: typeof ann, email: string | null) =>
    record(`user-${userId}`, 'UserRegistered', { userId, name: 'N', email, passwordHash: 'h' })
  const moved = (userId: typeof ann, email: string) =>
    record(`user-${userId}`, 'ContactUpdated', { userId, name: 'N', email })
  const interested = (email: string | null, phone: string | null = null) => {
    const interestId = InterestId.parse(newCommandId())
    return record(`interest-${interestId}`, 'InterestRegistered', { interestId, email, phone })
  }
  const phoneGiven = (userId: typeof ann, method: 'app' | 'text', phone: string | null) =>
    record(`user-${userId}`, 'TwoFactorStarted', {
      userId,
      method,
      countryCode: '44',
      phone,
      secret: 's',
      resetCodeHash: 'h',
    })
  const confirmed = (userId: typeof ann) => record(`user-${userId}`, 'TwoFactorTurnedOn', { userId, step: null })
  const idOf = (event: ReturnType<typeof interested>) => event.stream.replace('interest-', '')

  test('include messages to a present or former address of the user, in any case', () => {
    const now = interested('Ann@Example.com')
    const before = interested('old@example.com')
    const other = interested('x@y.example')

    const { addressedTo, streamsOf } = given(
      now,
      before,
      other,
      registered(ann, 'old@example.com'),
      moved(ann, 'ann@example.com'),
    )

    expect(addressedTo(ann).toSorted()).toEqual([idOf(now), idOf(before)].toSorted())
    expect(streamsOf([ann])).toEqual([`user-${ann}`])
    expect(streamsOf([idOf(now)])).toEqual([now.stream])
  })

  test('exclude messages to an address that another user has or had too', () => {
    const sent = interested('shared@example.com')

    const { addressedTo } = given(
      sent,
      registered(ann, 'shared@example.com'),
      moved(ann, 'ann@example.com'),
      registered(ben, 'shared@example.com'),
    )

    expect([addressedTo(ann), addressedTo(ben)]).toEqual([[], []])
  })

  test('include interest with a phone number that the user has proven', () => {
    const phone = '+447700900123'
    const left = interested(null, phone)
    const byText = given(left, phoneGiven(ann, 'text', phone), confirmed(ann))
    const byApp = given(left, phoneGiven(ann, 'text', phone), phoneGiven(ann, 'app', phone), confirmed(ann))
    const unproven = given(left, phoneGiven(ann, 'text', phone))

    expect([byText, byApp, unproven].map(({ addressedTo }) => addressedTo(ann))).toEqual([[idOf(left)], [], []])
  })

  test('include interest with the national form of the number', () => {
    const mine = interested(null, '07700900123')
    const strange = interested(null, '07700900124')

    const { addressedTo } = given(mine, strange, phoneGiven(ann, 'text', '+447700900123'), confirmed(ann))

    expect(addressedTo(ann)).toEqual([idOf(mine)])
  })

  test('[D-90] end with the erasure, at once and after a replay without the keys', () => {
    const sent = interested('ann@example.com')
    const addressedIds = [idOf(sent)]
    const erased = record(`user-${ann}`, 'PersonErased', { userId: ann, addressedIds })

    const { db } = given(
      sent,
      registered(ann, 'ann@example.com'),
      phoneGiven(ann, 'text', '+447700900123'),
      confirmed(ann),
      phoneGiven(ann, 'text', '+447700900456'),
      erased,
    )
    const anew = given(interested(null), registered(ann, null), phoneGiven(ann, 'text', null), confirmed(ann))

    expect(contentsOf(db)).toEqual({ addresses: [], started_phones: [], traces: [] })
    expect(contentsOf(anew.db)).toMatchObject({ addresses: [], started_phones: [] })
  })
})
