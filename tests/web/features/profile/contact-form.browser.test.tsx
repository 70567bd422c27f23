import { expect, test } from 'vitest'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ContactForm } from '#web/features/profile/profile-forms.tsx'

const api = fakeApi()

/** A server that keeps a new address pending, as one does whose mail goes out. */
const open = async (pending: string | null = null) => {
  let user = { id: 'u1', name: 'Ann', email: 'ann@example.com', pending_email: pending } as CurrentUser
  api.on('GET /user/current', () => ({ body: user }))
  api.on('PUT /settings/contact', ({ body }) => {
    const { name, email, pending_email } = body as CurrentUser
    user = { ...user, name, pending_email: email === user.email ? pending_email : email }
    return { body: user }
  })
  const screen = await renderApp(<ContactForm />)
  await expect.element(screen.getByLabelText('Email')).toHaveValue('ann@example.com')
  return screen
}
const lastPut = () => api.sent.findLast(({ method }) => method === 'PUT')?.body

test('[API2C-02] a new address is told to be pending, and the present one stays in its field (D-115)', async () => {
  const screen = await open()

  await screen.getByLabelText('Email').fill('new@example.com')
  await screen.getByRole('button', { name: 'Update' }).click()

  const status = screen.getByRole('status')
  await expect
    .poll(() => status.query()?.textContent)
    .toContain('We sent a link to new@example.com. Until you follow it, you sign in with ann@example.com.')
  await expect.element(screen.getByLabelText('Email')).toHaveValue('ann@example.com')
})

test('another name leaves what is pending', async () => {
  const screen = await open('new@example.com')

  await screen.getByLabelText('Name').fill('Anna')
  await screen.getByRole('button', { name: 'Update' }).click()

  await expect.poll(lastPut).toEqual({ name: 'Anna', email: 'ann@example.com', pending_email: 'new@example.com' })
  await expect.element(screen.getByText('new@example.com')).toBeVisible()
})

test('the link is sent again, and the change is cancelled, after which the focus is in the field', async () => {
  const screen = await open('new@example.com')

  await screen.getByRole('button', { name: 'Send link again' }).click()
  await expect.poll(lastPut).toMatchObject({ email: 'new@example.com' })
  await screen.getByRole('button', { name: 'Cancel change' }).click()

  await expect.poll(lastPut).toEqual({ name: 'Ann', email: 'ann@example.com', pending_email: null })
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Email')).toHaveFocus()
})

test('without a pending address nothing is said of one', async () => {
  const screen = await open()

  expect(screen.getByRole('status').query()).toBeNull()
})
