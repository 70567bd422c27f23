import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { CalendarPanel } from '#web/features/profile/calendar-panel.tsx'

const api = fakeApi()

test('the address of a feed is shown once; it can be replaced and ended', async () => {
  let made = 0
  api.on('GET /settings/calendar', () => ({ body: { made: made > 0 } }))
  api.on('POST /settings/calendar', () => {
    made += 1
    return { status: 201, body: { url: `https://sites.example.com/calendar/secret-${made}.ics` } }
  })
  api.on('DELETE /settings/calendar', () => {
    made = 0
    return { status: 204 }
  })
  const screen = await renderApp(<CalendarPanel />)
  const address = (which: number) => screen.getByText(`https://sites.example.com/calendar/secret-${which}.ics`)
  const say = async (button: string, answer: string) => {
    await screen.getByRole('button', { name: button, exact: true }).click()
    await screen.getByRole('dialog').getByRole('button', { name: answer }).click()
  }

  await screen.getByRole('button', { name: 'Make an address' }).click()
  await expect.element(address(1)).toBeVisible()
  await say('Replace the address', 'Yes, Replace')
  await expect.element(address(2)).toBeVisible()
  await expect.element(address(1)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Hide' }).click()
  await expect.element(address(2)).not.toBeInTheDocument()
  await say('End', 'Yes, End')
  await expect.element(screen.getByRole('button', { name: 'Make an address' })).toBeVisible()
})
