import { expect, test } from 'vitest'
import type { TeamId } from '#schemas/ids.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { LimitsActions } from '#web/features/kiosk/teams/team-actions.tsx'

const api = fakeApi()
const path = '/api/kiosk/teams/t1/limits'
const team = { id: 't1' as TeamId, name: 'Northgate', limits_override: null }
const given = { sites: 40, team_members: null, teams: null, reason: 'They move', ends_at: '2030-12-31T23:59:59.999Z' }

test('a team is given other limits, and a refusal stands at its field', async () => {
  let refusing = true
  api.on(`POST ${path}`, () =>
    refusing ? { status: 422, body: { errors: { ends_at: ['The ends at field is required.'] } } } : { body: given },
  )
  const screen = await renderApp(<LimitsActions team={team} />)
  await screen.getByRole('button', { name: 'Change limits' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Limits of Northgate' })
  await dialog.getByLabelText('Sites').fill('40')
  await dialog.getByLabelText('Reason').fill('They move')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect.element(dialog.getByText('The ends at field is required.')).toBeVisible()
  expect(api.sent).toMatchObject([
    { method: 'POST', path, body: { sites: '40', team_members: '', teams: '', reason: 'They move', ends_at: '' } },
  ])
  refusing = false
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('limits that a team was given are what its form begins with, and are ended once that is confirmed', async () => {
  api.on(`DELETE ${path}`, () => ({ status: 204 }))
  const screen = await renderApp(<LimitsActions team={{ ...team, limits_override: given }} />)
  await screen.getByRole('button', { name: 'Change limits' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Limits of Northgate' })
  await expect.element(dialog.getByLabelText('Sites')).toHaveValue('40')
  await expect.element(dialog.getByLabelText('Members')).toHaveValue('')
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('They move')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  await screen.getByRole('button', { name: 'End these limits' }).click()
  await screen.getByRole('button', { name: 'Yes, End' }).click()
  await expect.poll(() => api.sent.map(({ method }) => method)).toEqual(['DELETE'])
})
