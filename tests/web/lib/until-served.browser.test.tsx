import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp, renderAt } from '#tests/web/support/render-app.tsx'
import { ConnectionNotice } from '#web/components/shell.tsx'
import { AddClientForm } from '#web/features/clients/add-client-form.tsx'
import { connectionAtom } from '#web/lib/connection.ts'
import LoginPage from '#web/routes/login-page.tsx'

const api = fakeApi()
beforeEach(() => getDefaultStore().set(connectionAtom, 'online'))

const busy = 'The service is busy. Trying again… What you have typed stays.'

/** A form with a name typed into it, which was sent; `answer` ends what each try waits for. */
const givenSent = async () => {
  const tries: PromiseWithResolvers<{ status: number; body?: unknown; headers?: Record<string, string> }>[] = []
  api.on('POST /api/client', () => {
    const next = Promise.withResolvers<{ status: number }>()
    tries.push(next)
    return next.promise
  })
  const screen = await renderApp(
    <>
      <ConnectionNotice />
      <AddClientForm />
    </>,
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Acme')
  await userEvent.click(screen.getByRole('button', { name: 'Add Client' }))
  const answer = async (which: number, status: number, headers: Record<string, string> = {}) => {
    await expect.poll(() => tries.length).toBe(which)
    tries[which - 1]?.resolve({ status, body: { message: 'Please try again.' }, headers })
  }
  return { screen, answer }
}
const keys = () => api.sent.filter(({ method }) => method === 'POST').map(({ idempotencyKey }) => idempotencyKey)

test('a form that is answered that the service is away for a moment is sent again by itself, as the same write', async () => {
  const { screen, answer } = await givenSent()
  await answer(1, 503, { 'retry-after': '0' })
  await expect.element(screen.getByRole('status')).toHaveTextContent(busy)
  await answer(2, 503, { 'retry-after': '0' })
  await expect.poll(() => keys().length).toBe(3)
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Acme')
  await expect.element(screen.getByRole('button', { name: 'Adding Client' })).toBeDisabled()

  await answer(3, 201)

  await expect.element(screen.getByRole('status')).toHaveTextContent('The connection is back.')
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  const [first] = keys()
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys()).toEqual([first, first, first])
})

test('a form is not sent again where the service does not come back by itself, and says why', async () => {
  const { screen, answer } = await givenSent()

  await answer(1, 503, { 'retry-after': '60' })

  await expect.element(screen.getByText(/^Something went wrong\..*Please try again\.$/)).toBeVisible()
  await expect.element(screen.getByRole('status')).not.toHaveTextContent(busy)
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Acme')
  expect(keys()).toHaveLength(1)
})

test('a form that goes meanwhile is not sent again', async () => {
  const { screen, answer } = await givenSent()
  await answer(1, 503, { 'retry-after': '5' })
  await expect.element(screen.getByRole('status')).toHaveTextContent(busy)

  await screen.rerender(<div />)

  await expect.poll(() => getDefaultStore().get(connectionAtom)).toBe('online')
  expect(keys()).toHaveLength(1)
})

test('who signs in while the service is away for a moment is signed in once it is back', async () => {
  const answers = [503, 503, 200]
  api.on('POST /login', () => {
    const status = answers.shift() ?? 500
    return status === 200
      ? { body: { redirect: '/login?back=%2Fnext' } }
      : { status, body: { message: 'The service is busy.' }, headers: { 'retry-after': '0' } }
  })
  const { screen, at } = await renderAt('/login', <LoginPage />)
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a password of hers')

  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))

  await expect.poll(at).toBe('/login?back=%2Fnext')
  expect(answers).toEqual([])
})
