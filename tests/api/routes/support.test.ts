import { describe, expect } from 'vitest'
import { sendSupportMessage } from '#schemas/resources/support.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const message = { from: 'somebody.else@example.com', subject: 'A question', message: 'How do I move a site?' }

describe('a support message', () => {
  const { app, test } = sharedApp()

  test('[API2F-04] [PLAT-14] [ENT2-26] is recorded with the address of its sender, whatever it says, for the mail that it asks for', async () => {
    const ann = await newTeam(app)

    expect((await ann.call(sendSupportMessage, { body: message })).status).toBe(204)
    const sent = (await eventsOf(app.ledger, 'SupportRequested')).find(({ data }) => data.userId === ann.userId)
    expect(sent?.data).toMatchObject({ ...message, from: ann.email })
  })

  test('needs a subject and a message', async ({ ann }) => {
    expect((await ann.refused(sendSupportMessage, { body: {} })).body.errors).toEqual({
      subject: ['The subject field is required.'],
      message: ['The message field is required.'],
    })
  })
})
