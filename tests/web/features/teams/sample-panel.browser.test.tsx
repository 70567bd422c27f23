import { expect, test } from 'vitest'
import { abilitiesOfRole, type Role } from '#schemas/rights/abilities.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { SamplePanel } from '#web/features/teams/sample-panel.tsx'

const api = fakeApi()

const open = (role: Role, team = 'north') => {
  api.on('GET /user/current', () => ({ body: { id: 'ann', abilities: abilitiesOfRole(role) } }))
  api.on('GET /teams/current', () => ({ body: { id: 'north', users: [{ id: 'ann', role_on_current_team: role }] } }))
  return renderApp(
    <>
      <SamplePanel teamId={team} />
      <p>Loaded</p>
      <Announcements />
    </>,
  )
}

test('sample data is removed after a question, and what was kept is named', async () => {
  let status = 'added'
  api.on('GET /api/sample', () => ({ body: { status, offered: false } }))
  api.on('POST /api/sample/undo', () => {
    status = 'removed'
    const kept_records = [{ kind: 'sites', id: 's', name: 'Quay House' }]
    return { lines: [{ outcome: { deleted: 325, kept: 1, kept_records }, position: null }] }
  })
  const screen = await open('admin')

  await screen.getByRole('button', { name: 'Remove sample data' }).click()
  await screen.getByRole('button', { name: 'Remove', exact: true }).click()

  await expect.element(screen.getByRole('list', { name: 'Kept' })).toHaveTextContent('Quay House (site)')
  await expect.element(screen.getByRole('button', { name: 'Remove sample data' })).not.toBeInTheDocument()
})

test.each([
  ['there is none', 'admin', 'north', 'none'],
  ['its reader may not delete', 'editor', 'north', 'added'],
  ['it is another team', 'admin', 'south', 'added'],
] as const)('nothing is offered where %s', async (_, role, team, status) => {
  api.on('GET /api/sample', () => ({ body: { status, offered: false } }))
  const screen = await open(role, team)

  await expect.element(screen.getByText('Loaded')).toBeInTheDocument()
  await expect.element(screen.getByRole('region', { name: 'Sample data' })).not.toBeInTheDocument()
  const asked = api.sent.some(({ path }) => path === '/api/sample')
  expect(asked).toBe(status === 'none')
})
