import { expect, test } from 'vitest'
import { listTraffic } from '#schemas/resources/traffic.ts'
import { plusDays, today } from '#schemas/time/dates.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

const email = 'boss@example.com'

const app = prepared(() => startApp({ env: { operatorEmails: [email] } }))
const boss = prepared(() => newTeam(app, { email }))

test('operators see each day what came, newest first and without gaps', async () => {
  const { body } = await boss.call(listTraffic, { query: { days: 3 } })

  const now = today(new Date(), 'UTC')
  expect(body.map(({ day }) => day)).toEqual([now, plusDays(now, -1), plusDays(now, -2)])
  expect(body[0]?.events).toBeGreaterThan(0)
  expect(body[0]?.log_bytes).toBeGreaterThan(0)
  expect(body[2]).toMatchObject({ events: 0, log_bytes: 0, mails: { sent: 0, refused: 0 } })
})

test('days beyond a year, and days that are none, are refused', async () => {
  for (const days of [0, 367, 'many']) {
    expect(await boss.invalid(listTraffic, { query: { days: days as number } })).toEqual({
      days: ['The days must be a number from 1 to 366.'],
    })
  }
})
