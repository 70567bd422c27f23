import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { SampleStep } from '#web/features/overview/sample-step.tsx'

const api = fakeApi()
const counts = { clients: 12, sites: 60, visits: 90, files: 150, categories: 15 }
/** Renders the step, and presses it. */
const look = async () => {
  const screen = await renderApp(
    <>
      <SampleStep />
      <Announcements />
    </>,
  )
  await screen.getByRole('button', { name: /^Look around with sample data/ }).click()
  return screen
}

test('sample data is added by one press, and taken away whole by its Undo', async () => {
  api.on('POST /api/sample', () => ({
    lines: [{ progress: { done: 313, total: 313 } }, { outcome: counts, position: null }],
  }))
  const outcome = { deleted: 326, kept: 1, kept_records: [{ kind: 'clients', id: 'a', name: 'Ours' }] }
  api.on('POST /api/sample/undo', () => ({ lines: [{ outcome, position: null }] }))
  const screen = await look()
  await expect.element(screen.getByText('The sample data has been added.')).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Undo' }).click()

  const words = 'The sample data has been removed, except for 1 record that someone has worked on.'
  await expect.element(screen.getByText(words)).toBeInTheDocument()
  expect(api.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/sample', 'POST /api/sample/undo'])
})

test('what is refused says why, and can be tried again', async () => {
  const message = 'The sample data has 60 sites, and your plan has room for 3 sites.'
  api.on('POST /api/sample', () => ({ status: 409, body: { message } }))
  const screen = await look()

  await expect.element(screen.getByRole('alert')).toHaveTextContent(message)
  await expect.element(screen.getByRole('button')).toBeEnabled()
})

test('it tells how far it has come and takes no second press meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  api.on('POST /api/sample', async () => ({ lines: [{ outcome: await promise, position: null }] }))
  const screen = await look()

  await expect.element(screen.getByRole('button', { name: /^Adding sample data…/ })).toBeDisabled()
  resolve(counts)
  await expect.element(screen.getByText('The sample data has been added.')).toBeInTheDocument()
})
