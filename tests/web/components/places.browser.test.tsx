import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { abilitiesOfRole, type Role } from '#schemas/rights/abilities.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { MenuButton } from '#web/components/places/menu-button.tsx'
import { Sidebar } from '#web/components/places/sidebar.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const { on } = fakeApi()

const id = '0199aaaa-0000-7000-8000-000000000001'
const view = {
  id,
  kind: 'files',
  name: 'Late',
  shared: false,
  filters: { expires: 'expired' },
  sort: null,
  columns: null,
  gone: [],
}
const records = ['Due', 'Clients', 'Sites', 'Compliance', 'Visits', 'Files', 'Documents', 'Categories']

/** What stands beside every page of somebody with a role, at an address. */
const render = async (role: Role, address: string, shown: ReactNode, abilities: object = abilitiesOfRole(role)) => {
  on('GET /user/current', () => ({ body: { id: 'ann', abilities, list_looks: [] } }))
  on('GET /teams/current', () => ({ body: { id: 'north', users: [{ id: 'ann', role_on_current_team: role }] } }))
  on('GET /api/saved-views', () => ({ body: [view] }))
  const root = createRootRoute({ component: () => shown, validateSearch: listAddressIn })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [address] }) })
  const screen = await renderApp(<RouterProvider router={router as never} />)
  const goTo = (to: string) => router.history.push(to)
  return { screen, goTo, at: () => router.state.location.href }
}

/** The places of somebody with a role, at an address. */
const open = async (role: Role, address: string, abilities?: object) => {
  const { screen, goTo } = await render(role, address, <Sidebar />, abilities)
  const links = screen.getByRole('navigation', { name: 'Places' }).getByRole('link')
  await expect.element(links.first()).toBeVisible()
  const current = () => links.elements().flatMap((link) => (link.ariaCurrent === 'page' ? [link.textContent] : []))
  return { screen, goTo, links, current }
}

describe('the places', () => {
  test('are those that the role may see, and each leads to where it alone is marked', async () => {
    const { links, current } = await open('owner', '/dashboard')
    const all = [...records, 'Late', 'History', 'Evidence packs', 'Imports', 'Share links', 'Trash']
    await expect.poll(() => links.elements().map(({ textContent }) => textContent)).toEqual(all)
    for (const name of all) {
      await links.getByText(name, { exact: true }).click()
      await expect.poll(current).toEqual([name])
    }
  })

  test('hold records, lists narrowed otherwise, and pages below them', async () => {
    const { current, goTo } = await open('owner', '/dashboard')
    expect(current()).toEqual(['Clients'])
    for (const [address, names] of [
      [`/dashboard/sites/${id}?expires=expired#/files`, ['Sites']],
      ['/dashboard?expires=30d#/files', ['Files']],
      [`/dashboard/imports/${id}`, ['Imports']],
      ['/settings', []],
    ] as const) {
      goTo(address)
      await expect.poll(current).toEqual(names)
    }
  })

  test('are fewer for whoever may see fewer', async () => {
    const { links } = await open('member', '/dashboard', { sites: { view: true }, visits: { view: true } })
    expect(links.elements().map(({ textContent }) => textContent)).toEqual(['Sites', 'Visits'])
  })

  test('are folded to icons that keep their names, and stay so', async () => {
    const { screen, links } = await open('owner', '/dashboard')
    await screen.getByRole('button', { name: 'Fold to icons' }).click()
    await expect.element(links.getByText('Trash')).toBeInTheDocument()
    expect(screen.container.querySelector('[data-folded]')?.getBoundingClientRect().width).toBeLessThan(70)
    await screen.unmount()

    const again = await open('owner', '/dashboard')
    await expect.element(again.screen.getByRole('link', { name: 'Trash' })).toBeVisible()
    await again.screen.getByRole('button', { name: 'Show the names of places' }).click()
    await expect.element(again.screen.getByRole('button', { name: 'Fold to icons' })).toBeVisible()
  })

  test('stand in a menu where there is no room beside the page, which closes when one is chosen', async () => {
    const { at } = await render('owner', '/dashboard', <MenuButton />)
    const button = page.getByRole('button', { name: 'Menu' })
    await button.click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link', { name: 'Visits' }).click()
    await expect.poll(at).toBe('/dashboard#/visits')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()

    await userEvent.keyboard('{Enter}')
    await expect.element(drawer.getByRole('link', { name: 'Visits' })).toHaveAttribute('aria-current', 'page')
  })
})
