import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { SearchField } from '#web/features/search/search-field.tsx'

const api = fakeApi()
const view = { view: true, create: false, update: false, delete: false }

/** The palette of an owner, in which no record is found. */
const search = async (words: string) => {
  const user = { id: 'u1', abilities: { files: view }, list_looks: [] }
  api.on('GET /user/current', () => ({ body: user }))
  api.on('GET /teams/current', () => ({
    body: { id: 't1', name: 'North', users: [{ id: 'u1', role_on_current_team: 'owner' }] },
  }))
  api.on(`GET /api/search?q=${words.replace(' ', '%20')}`, () => ({ body: { groups: [] } }))
  api.on(`GET /api/search?q=${words.replace(' ', '+')}`, () => ({ body: { groups: [] } }))
  const screen = await renderApp(<SearchField onClose={() => {}} onRun={() => {}} />)
  await screen.getByRole('combobox').fill(words)
  return screen
}

test.each([
  ['share links', 'Go to share links'],
  ['members', 'Go to members'],
  ['profile', 'Go to your settings'],
  ['expired', 'Go to expired files'],
])('%s leads there, and nothing says that there are no results', async (words, label) => {
  const screen = await search(words)

  await expect.element(screen.getByRole('option', { name: new RegExp(`^${label}`) })).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 action')
  await expect.element(screen.getByText('No results')).not.toBeInTheDocument()
})

test('where nothing is found at all it says so', async () => {
  const screen = await search('gardening')

  await expect.element(screen.getByText('No results for “gardening”.')).toBeVisible()
})
