import { expect, test } from 'vitest'
import { chooseExpiryReminders, showExpiryReminders } from '#schemas/resources/expiry-reminders.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())

test('everyone chooses for themselves when they are reminded of what expires; at first nobody is', async () => {
  const ann = await newTeam(app)
  const bob = await newTeam(app)
  expect(await ann.ask(showExpiryReminders)).toEqual({ days: [], weekly: false })

  const { body } = await ann.call(chooseExpiryReminders, { body: { days: [7, 60, 7], weekly: true } })

  expect(body).toEqual({ days: [60, 7], weekly: true })
  expect(await ann.ask(showExpiryReminders)).toEqual(body)
  expect(await bob.ask(showExpiryReminders)).toEqual({ days: [], weekly: false })
  await ann.call(chooseExpiryReminders, { body: { days: [], weekly: false } })
  expect(await ann.ask(showExpiryReminders)).toEqual({ days: [], weekly: false })
})

test('other numbers of days are refused, and so is a guest', async () => {
  const ann = await newTeam(app)
  const choose = (body: object) => ann.invalid(chooseExpiryReminders, { body })

  expect(await choose({ days: [14], weekly: false })).toHaveProperty(['days.0'])
  expect(await choose({ days: 7, weekly: 'yes' })).toEqual({
    days: ['The days must be some of 60, 30, 7.'],
    weekly: ['The weekly field must be true or false.'],
  })
  expect((await app.guest().refused(showExpiryReminders)).status).toBe(401)
})
