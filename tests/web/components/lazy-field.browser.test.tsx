import { QueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { LazyField } from '#web/components/lazy-field.tsx'
import { whenIdle } from '#web/lib/when-answered.ts'

/** A field that arrives when the test says so. */
const openField = async () => {
  const onClick = vi.fn()
  const { promise, resolve } = Promise.withResolvers<{ default: () => React.ReactNode }>()
  const Field = lazy(() => promise)
  const screen = await renderApp(
    <LazyField fallback={{ label: 'Start Date', value: '21/11/2026' }}>
      <Field />
    </LazyField>,
  )
  const arrive = () =>
    resolve({
      default: () => (
        <button type="button" onClick={onClick}>
          Pick a day
        </button>
      ),
    })
  return { screen, arrive, onClick, standIn: screen.getByLabelText('Start Date') }
}

test('until a lazy field is loaded its fallback shows the value', async () => {
  const { screen, arrive, standIn } = await openField()

  await expect.element(standIn).toHaveValue('21/11/2026')
  arrive()
  await expect.element(screen.getByRole('button')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toHaveFocus()
})

test('a field that nobody uses is loaded after what the page asks for', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const queries = new QueryClient()
  const asked = queries.fetchQuery({ queryKey: ['clients'], queryFn: () => promise })
  const load = vi.fn(async () => ({ default: () => <button type="button">Pick a day</button> }))
  const Field = lazy(load)
  const screen = await renderApp(
    <LazyField fallback={{ label: 'Start Date' }}>
      <Field />
    </LazyField>,
    queries,
  )

  await whenIdle()
  expect(load).not.toHaveBeenCalled()
  resolve('answered')
  await asked

  await expect.element(screen.getByRole('button')).toBeVisible()
})

test('a lazy field takes over the focus of its fallback, and is not opened', async () => {
  const { screen, arrive, standIn, onClick } = await openField()

  ;(standIn.element() as HTMLElement).focus()
  arrive()

  await expect.element(screen.getByRole('button')).toHaveFocus()
  expect(onClick).not.toHaveBeenCalled()
})

test('a press of the fallback opens the field once it is loaded', async () => {
  const { arrive, standIn, onClick } = await openField()

  await standIn.click()
  arrive()

  await expect.poll(() => onClick.mock.calls.length).toBe(1)
})

test('a press during which the field arrives opens it once, and leaves it the focus', async () => {
  const { screen, arrive, standIn, onClick } = await openField()
  addEventListener('pointerdown', arrive, { once: true, capture: true })

  await standIn.click()

  await expect.poll(() => onClick.mock.calls.length).toBe(1)
  await expect.element(screen.getByRole('button')).toHaveFocus()
})

test('a press of the fallback is taken back with Escape', async () => {
  const { screen, arrive, standIn, onClick } = await openField()

  await standIn.click()
  await userEvent.keyboard('{Escape}')
  arrive()

  await expect.element(screen.getByRole('button')).toHaveFocus()
  expect(onClick).not.toHaveBeenCalled()
})

test('a press of the fallback of a day that can be typed opens its calendar', async () => {
  const queries = new QueryClient()
  void queries.fetchQuery({ queryKey: ['clients'], queryFn: () => new Promise(() => undefined) })
  const screen = await renderApp(<DateField typed label="To" />, queries)

  await screen.getByLabelText('To').click()

  await expect.element(screen.getByRole('button', { name: 'Today' })).toBeVisible()
})
