import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ImpersonateButton } from '#web/features/kiosk/users/impersonate-button.tsx'

const api = fakeApi()
const path = '/spark/kiosk/users/impersonate/u1'

test('an operator says why they act for a user, and a refusal stands at its field', async () => {
  const words = 'The reason may not be greater than 255 characters.'
  api.on(`POST ${path}`, () => ({ status: 422, body: { errors: { reason: [words] } } }))
  const screen = await renderApp(<ImpersonateButton user={{ id: 'u1', name: 'Ann Archer' }} />)
  await screen.getByRole('button', { name: 'Impersonate with a reason' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Act as Ann Archer' })
  await dialog.getByLabelText('Reason').fill('She cannot upload')
  await dialog.getByRole('button', { name: 'Impersonate' }).click()

  await expect.element(dialog.getByText(words)).toBeVisible()
  expect(api.sent).toMatchObject([{ method: 'POST', path, body: { reason: 'She cannot upload' } }])
})
