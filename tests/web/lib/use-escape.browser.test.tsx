import { type ReactNode, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { useEscape } from '#web/features/kiosk/accounts/account-tab.tsx'

const Profile = ({ children, enabled = true }: { children?: ReactNode; enabled?: boolean }) => {
  const [times, setTimes] = useState(0)
  useEscape(() => setTimes(times + 1), enabled)
  return (
    <>
      <p>{`Back ${times} times`}</p>
      {children}
    </>
  )
}

const pressEscape = () => userEvent.keyboard('{Escape}')

describe('[KIOSK-06] Escape', () => {
  test('goes back, as often as it is pressed, where it is wanted', async () => {
    const screen = await renderApp(<Profile />)
    await pressEscape()
    await pressEscape()
    await expect.element(screen.getByText('Back 2 times')).toBeVisible()

    const other = await renderApp(<Profile enabled={false} />)
    await pressEscape()
    await expect.element(other.getByText('Back 0 times')).toBeVisible()
  })

  test('goes back from an empty field, and not from one with a text', async () => {
    const screen = await renderApp(
      <Profile>
        <input aria-label="Field" />
      </Profile>,
    )
    const field = screen.getByLabelText('Field')
    await field.fill('a text')
    await pressEscape()
    await expect.element(screen.getByText('Back 0 times')).toBeVisible()
    await field.fill('')
    await pressEscape()
    await expect.element(screen.getByText('Back 1 times')).toBeVisible()
  })

  test.each(['dialog', 'menu'] as const)('leaves what is behind an open %s', async (role) => {
    const screen = await renderApp(
      <Profile>
        <div role={role}>In front</div>
      </Profile>,
    )
    await pressEscape()
    await expect.element(screen.getByText('Back 0 times')).toBeVisible()
  })
})
