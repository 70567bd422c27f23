import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ExpiryRemindersForm } from '#web/features/profile/expiry-reminders-form.tsx'

const api = fakeApi()
const team = (id: string, name: string, role: string) => ({
  id,
  name,
  users: [{ id: 'u1', name: 'Ann', role_on_current_team: role }],
})

test('who never chose is told why they are reminded, until they choose', async () => {
  const unchosen = { days: [30], weekly: true, missing: true, chosen: false }
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  api.on('GET /teams', () => ({ body: [team('t1', 'North', 'owner'), team('t2', 'South', 'editor')] }))
  api.on('GET /settings/expiry-reminders', () => ({ body: unchosen }))
  api.on('PUT /settings/expiry-reminders', ({ body }) => ({ body }))
  const screen = await renderApp(<ExpiryRemindersForm />)
  const why = screen.getByText('On, since you own or administer North, until you choose.')
  await expect.element(why).toBeVisible()
  await expect.element(screen.getByLabelText('30 days before')).toBeChecked()

  const missing = screen.getByLabelText('With what is required of sites and missing')
  await screen.getByLabelText('Once a week: what has expired, and what will within 60 days').click()
  await expect.element(missing).toBeDisabled()
  await screen.getByLabelText('Once a week: what has expired, and what will within 60 days').click()
  await missing.click()

  await screen.getByRole('button', { name: 'Update reminders' }).click()

  await expect.element(why).not.toBeInTheDocument()
  expect(api.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { days: [30], weekly: true, missing: false, chosen: true },
  ])
})
