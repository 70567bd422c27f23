import { describe, expect, test } from 'vitest'
import {
  editAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  removeAnnouncement,
} from '#schemas/resources/announcements.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

const operatorEmail = 'boss@example.com'

describe('announcements of the operators', () => {
  const app = prepared(() => startApp({ env: { operatorEmails: [operatorEmail] } }))
  const operator = prepared(() => newTeam(app, { email: 'Boss@Example.com' }))
  const publish = (body: object) => operator.ask(publishAnnouncement, { body: body as { body: string } })

  test('[API2G-01] [API2G-02] [ENT2-24] are published and listed, newest first', async () => {
    const first = await publish({ body: 'First' })
    const second = await publish({ body: 'Second', action_text: 'More', action_url: 'https://example.com/news' })

    expect((await operator.ask(listAnnouncements)).slice(0, 2)).toEqual([second, first])
    expect(second).toMatchObject({ body: 'Second', action_text: 'More', action_url: 'https://example.com/news' })
    expect(first).toMatchObject({ icon: 'megaphone', action_text: null, action_url: null })
  })

  test('[API2G-03] are edited in their place', async () => {
    const { id, created_at } = await publish({ body: 'Frist' })

    const { body } = await operator.call(editAnnouncement, { params: { id }, body: { body: 'First' } })

    expect(body).toMatchObject({ id, body: 'First', created_at, revision: '1' })
    expect(await operator.ask(listAnnouncements)).toContainEqual(body)
  })

  test('[API2G-04] are withdrawn', async () => {
    const { id } = await publish({ body: 'Oops' })

    expect((await operator.call(removeAnnouncement, { params: { id } })).status).toBe(204)

    expect((await operator.ask(listAnnouncements)).map((each) => each.id)).not.toContain(id)
    expect((await operator.refused(removeAnnouncement, { params: { id } })).status).toBe(404)
  })

  test('are Markdown without HTML', async () => {
    const { body } = await publish({ body: '**New** <img src=x onerror=alert(1)>' })

    expect(body.trim()).toBe('**New**')
  })

  test.each([
    [{}, 'body', 'The body field is required.'],
    [{ body: '<br>' }, 'body', 'The body field is required.'],
    [
      { body: 'x', action_text: 'More' },
      'action_url',
      'The action url field is required when there is an action text.',
    ],
    [{ body: 'x', action_url: '/a' }, 'action_text', 'The action text field is required when there is an action url.'],
    [
      { body: 'x', action_text: 'More', action_url: 'javascript:alert(1)' },
      'action_url',
      'The action url must be a valid address.',
    ],
    [
      { body: 'x', action_text: 'More', action_url: '//evil.example.com' },
      'action_url',
      'The action url must be a valid address.',
    ],
  ])('are refused as %j', async (body, field, message) => {
    const reply = await operator.refused(publishAnnouncement, { body })

    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual({ [field]: [message] })
  })
})
