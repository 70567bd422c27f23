import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { CheckpointMailForm } from '#web/features/profile/checkpoint-mail-form.tsx'

const api = fakeApi()

test('a reader of the history asks for checkpoints by mail, and sees that they did', async () => {
  let daily = false
  api.on('GET /settings/checkpoint-mail', () => ({ body: { daily } }))
  api.on('PUT /settings/checkpoint-mail', ({ body }) => {
    daily = (body as { daily: boolean }).daily
    return { status: 204 }
  })
  const screen = await renderApp(<CheckpointMailForm />)
  const choice = screen.getByLabelText('Email me the newest checkpoint once a day')
  await expect.element(choice).not.toBeChecked()

  await choice.click()
  await screen.getByRole('button', { name: 'Update choice' }).click()

  await expect
    .poll(() => api.sent.map(({ method, body }) => [method, body]))
    .toEqual([
      ['GET', undefined],
      ['PUT', { daily: true }],
      ['GET', undefined],
    ])
  await expect.element(choice).toBeChecked()
})
