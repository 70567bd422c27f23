import { describe, expect, onTestFinished, vi } from 'vitest'
import { openSharesOfRecord, textsADay } from '#schemas/limits/ceiling-numbers.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { publicUrl, startApp } from '#tests/support/app.ts'
import { setClock } from '#tests/support/clock.ts'
import { fileOf } from '#tests/support/files.ts'
import { inTurn, times } from '#tests/support/in-turn.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { appUrl: publicUrl } })
const own = prepared(() => startApp())

type Asking = { request: (method: string, path: string, sending: { json: object }) => Promise<{ status: number }> }
const writesOf = async (who: Asking, howMany: number) => {
  const read = async () => (await who.request('PUT', '/notifications/read', { json: { notifications: [] } })).status
  return await Promise.all(Array.from({ length: howMany }, read))
}

describe('writes of one user', () => {
  test('are 120 a minute of all operations together; uploads are none of them (D-116)', async ({ ann, bob }) => {
    expect((await writesOf(ann, 120)).includes(429)).toBe(false)
    const refused = await ann.refused(addClient, { body: { name: 'Acme' } })

    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await ann.call(uploadDocument, {}, { file: fileOf('plan.pdf', 'application/pdf') })
    expect((await ann.request('GET', '/api/clients')).status).toBe(200)
    await bob.call(addClient, { body: { name: 'Acme' } })
  })

  test('are as many as they like where APP_URL is of this machine (D-116)', async () => {
    expect((await writesOf(await newTeam(own), 130)).includes(429)).toBe(false)
  })
})

describe('coupons of one user', () => {
  test('are 30 a minute, at whatever door (D-116)', async ({ ann }) => {
    const at = async (method: string, path: string, json?: object) =>
      (await ann.request(method, path, json && { json })).status

    const guesses: number[] = []
    for (let each = 0; each < 10; each += 1) {
      guesses.push(await at('POST', '/settings/payment-method/coupon', { coupon: `C${each}` }))
      guesses.push(await at('POST', `/settings/teams/${ann.teamId}/payment-method/coupon`, { coupon: `C${each}` }))
      guesses.push(await at('GET', `/coupon/C${each}`))
    }

    expect(new Set(guesses)).toEqual(new Set([404, 422]))
    expect(await at('GET', '/coupon/C31')).toBe(429)
    expect(await at('POST', '/settings/payment-method/coupon', { coupon: 'C31' })).toBe(429)
    const subscription = `/settings/teams/${ann.teamId}/subscription`
    expect(await at('POST', subscription, { plan: 'any', coupon: 'C31' })).toBe(429)
    expect(await at('POST', subscription, { plan: 'any' })).not.toBe(429)
  })
})

describe('text messages', () => {
  const begin = async (who: Asking, phone: string) =>
    (await who.request('POST', '/settings/two-factor-auth', { json: { method: 'text', country_code: '44', phone } }))
      .status

  test('go to one unproven number three times a day, whoever asks (D-116)', async () => {
    const ann = await newTeam(own)
    const bob = await newTeam(own)

    expect(await inTurn(4, () => begin(ann, '7400 123456'))).toEqual([...times(textsADay.number, 201), 429])
    expect(await begin(bob, '07400 123456')).toBe(429)
    expect(await begin(bob, '7400 123457')).toBe(201)
  })

  test('are twenty a day from one network address, unless everybody has the same (D-116)', async () => {
    const statuses: number[] = []
    for (const each of [app, own]) {
      const address = `texts:address:${each.digest('texts', '127.0.0.1')}`
      await each.ports.stores.counts.tallies.add(address, textsADay.address, 60_000)
      statuses.push(await begin(await newTeam(each), '7400 123460'))
    }

    expect(statuses).toEqual([429, 201])
  })

  test('are five of a user and so many of the installation a day, which the security log says (D-116)', async () => {
    const ann = await newTeam(own)
    const bob = await newTeam(own)
    const { tallies } = own.ports.stores.counts
    const day = 24 * 60 * 60 * 1000
    await tallies.add(`texts:user:${own.digest('texts', ann.userId)}`, textsADay.user, day)
    expect(await begin(ann, '7400 123458')).toBe(429)

    await tallies.add('texts:installation', textsADay.installation, day)
    expect(await begin(bob, '7400 123459')).toBe(429)
    expect(own.logged.map((line) => JSON.parse(line).event)).toContain('texts_ended')
  })
})

describe('what costs more than a write', () => {
  test('is bounded a day: teams that a user founds (D-116)', async () => {
    const unlimited = await startApp({ env: { appUrl: publicUrl, plans: [] } })
    onTestFinished(() => unlimited.close())
    const ann = await newTeam(unlimited)
    const found = (at: number) =>
      ann.request('POST', '/settings/teams', { json: { name: `Team ${at}`, slug: `t${at}-${ann.userId.slice(-8)}` } })

    expect((await inTurn(11, found)).map(({ status }) => status)).toEqual([...times(10, 201), 429])
  })

  test('is bounded an hour: exports of personal data (D-116)', async () => {
    const ann = await newTeam(own)
    const statuses = await inTurn(11, async () => (await ann.request('GET', '/settings/personal-data')).status)

    expect(statuses).toEqual([...times(10, 200), 429])
  })

  test('is bounded a day: mails to support (D-116)', async () => {
    const ann = await newTeam(own)
    setClock(Date.now())
    const json = { from: ann.email, subject: 'Help', message: 'Please' }
    const write = async () => (await ann.request('POST', '/support/email', { json })).status
    for (let minute = 0; minute < 4; minute += 1) {
      expect(await Promise.all(Array.from({ length: 5 }, write))).toEqual(times(5, 204))
      vi.setSystemTime(Date.now() + 61_000)
    }

    expect(await write()).toBe(429)
  })
})

test('share links of one record are a hundred at most (D-116)', async () => {
  const ann = await newTeam(own)
  const create = recordCreator(ann)
  const { id } = await create.site((await create.client('Acme')).id, 'North')
  const body = { site_id: id }
  for (let at = 0; at < openSharesOfRecord; at += 1) await ann.call(createShare, { body })

  expect(await ann.invalid(createShare, { body })).toEqual({
    site_id: ['There are 100 open links to it. Please revoke some first.'],
  })
})
