import { expect, test } from 'vitest'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { TeamActions } from '#web/features/kiosk/teams/team-actions.tsx'

const team = {
  id: 't1' as TeamId,
  name: 'Northgate',
  owner_id: 'u1' as UserId,
  owner: { name: 'Ann Archer' },
  owned_by_operator: false,
  trial_ends_at: null,
  limits_override: null,
}

test('[KIOSK-13] the owner of a team is impersonated, also with a reason', async () => {
  const screen = await renderApp(<TeamActions team={team} />)

  const link = screen.getByRole('link', { name: 'Impersonate the owner' })
  await expect.element(link).toHaveAttribute('href', '/spark/kiosk/users/impersonate/u1')
  await screen.getByRole('button', { name: 'Impersonate with a reason' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Act as Ann Archer' })).toBeVisible()
})

test('[D-64] an owner who is an operator is not', async () => {
  const screen = await renderApp(<TeamActions team={{ ...team, owned_by_operator: true }} />)

  await expect.element(screen.getByRole('button', { name: 'Edit plan' })).toBeVisible()
  await expect.element(screen.getByText(/Impersonate/)).not.toBeInTheDocument()
})
