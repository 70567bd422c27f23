import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { buildRouter } from '#web/routes/router.tsx'

const api = fakeApi()

/** Opens a link to the registration page; answers where the browser is then. */
const open = async (link: string) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = buildRouter(queries)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [link] }) })
  const screen = await render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { screen, href: () => router.state.location.href }
}

test.each([['/register#invitation=aB3dE'], ['/register?invitation=aB3dE']])(
  '[REG-03] [D-24] the link %s leads to the invitation, and the code stays out of the query',
  async (link) => {
    api.on('GET /invitations/aB3dE', () => ({ body: { email: 'jo@example.com', team_name: 'North' } }))

    const { screen, href } = await open(link)

    await expect.element(screen.getByText('You are invited to join the team North.')).toBeVisible()
    expect(href()).toBe('/register#invitation=aB3dE')
  },
)

test('[REG-02] a coupon stays in the query beside the invitation', async () => {
  api.on('GET /invitations/aB3dE', () => ({ body: { email: 'jo@example.com', team_name: 'North' } }))

  const { screen, href } = await open('/register?coupon=SPRING&invitation=aB3dE')

  await expect.element(screen.getByText('You are invited to join the team North.')).toBeVisible()
  expect(href()).toBe('/register?coupon=SPRING#invitation=aB3dE')
})

test.each([
  ['/register?invitation=an-unknown-code', '[STATE2-25] [STATE2-42] [ERR2-10]'],
  ['/register?team-invitation=01890000-0000-7000-8000-000000000000', '[REG-04] [STATE2-26] [ERR2-11]'],
])('the link %s, of which nobody knows, says so, and one can register all the same %s', async (link) => {
  const { screen } = await open(link)

  await expect.element(screen.getByRole('alert').getByText(/^This invitation is no longer valid\./)).toBeVisible()
  await expect.element(screen.getByLabelText('Team', { exact: true })).toBeEnabled()
})
