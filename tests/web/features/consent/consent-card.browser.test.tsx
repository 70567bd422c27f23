import { expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ConsentCard } from '#web/features/consent/consent-card.tsx'

const api = fakeApi()

const team = (at: number, name: string) => ({ id: `0199aaaa-0000-7000-8000-00000000000${at}`, name })
const north = team(1, 'Northgate')
const south = team(2, 'Southgate')
const owner = { name: 'Olga', email: 'olga@example.com' }
const asked = {
  request: 'request',
  client: { id: '0199aaaa-0000-7000-8000-000000000009', name: 'Phone', redirect_host: 'phone.example', owner },
  user: { name: 'Ann', email: 'ann@example.com' },
  team: north,
  teams: [north, south],
  scopes: [{ id: 'clients.view', description: 'View clients' }],
}

const render = async (changes: object = {}) => {
  const onAnswered = vi.fn()
  const shown = { ...asked, ...changes } as Parameters<typeof ConsentCard>[0]['asked']
  return { onAnswered, screen: await renderApp(<ConsentCard asked={shown} onAnswered={onAnswered} />) }
}
const answers = () => api.sent.map(({ method, body }) => [method, body])

test('[PLAT-12] an app is authorized for the team that the user chooses, once, however often they click', async () => {
  api.on('POST /oauth/authorize', () => ({ body: { redirect: 'https://phone.example/?code=x' } }))
  const { onAnswered, screen } = await render()

  await expect.element(screen.getByLabelText('Team')).toHaveValue(north.id)
  await screen.getByLabelText('Team').selectOptions('Southgate')
  const authorize = screen.getByRole('button', { name: 'Authorize' })
  await authorize.dblClick()

  await expect.poll(() => onAnswered.mock.calls).toEqual([['https://phone.example/?code=x']])
  expect(answers()).toEqual([['POST', { request: 'request', team_id: south.id }]])
  await expect.element(authorize).toBeDisabled()
})

test('whoever works in one team alone is told which, and chooses none', async () => {
  const { screen } = await render({ teams: [north] })

  await expect.element(screen.getByText('In the team Northgate, it may, as far as you may yourself:')).toBeVisible()
  await expect.element(screen.getByLabelText('Team')).not.toBeInTheDocument()
})

test.each([
  ['with its owner’s address', owner, 'It was registered by olga@example.com (Olga), not by us.'],
  ['as ours', null, 'It’s our own app.'],
])('an app is presented %s, whatever people call themselves', async (_, by, words) => {
  const { screen } = await render({ client: { ...asked.client, owner: by } })

  await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
})

test.each([
  [410, 'This request is over. Please go back to the app and start again.', 'Authorize', 'POST'],
  [403, 'This request was made in another session. Please go back to the app and start again.', 'Cancel', 'DELETE'],
])(
  'a question that is over or another’s (%i) is said to be, and leads nowhere',
  async (status, message, button, method) => {
    api.on(`${method} /oauth/authorize`, () => ({ status, body: { message } }))
    const { onAnswered, screen } = await render()

    await screen.getByRole('button', { name: button }).click()

    await expect.element(screen.getByRole('alert')).toHaveTextContent(message)
    expect(onAnswered).not.toHaveBeenCalled()
  },
)
