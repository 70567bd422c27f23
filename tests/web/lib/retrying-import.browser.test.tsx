import { lazy, Suspense } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { retryingImport } from '#web/lib/retrying-import.ts'

const newPart = () => {
  const load = retryingImport(async () => ({ default: () => 'the part' }))
  const Part = lazy(load)
  const place = document.createElement('div')
  const draw = () =>
    flushSync(() =>
      createRoot(place).render(
        <Suspense fallback="waiting">
          <Part />
        </Suspense>,
      ),
    )
  return { load, place, draw }
}

test('a part whose code was loaded ahead is drawn at once, without its fallback', async () => {
  const { load, place, draw } = newPart()
  await load()

  draw()

  expect(place.textContent).toBe('the part')
})

test('a part whose code was not loaded ahead is drawn when it is there', async () => {
  const { place, draw } = newPart()

  draw()

  expect(place.textContent).toBe('waiting')
  await expect.poll(() => place.textContent).toBe('the part')
})

test('a module that was loaded ahead can be awaited like any other, and what its user throws is a rejection', async () => {
  const load = retryingImport(async () => ({ name: 'dialog' }))
  await load()

  expect(await load()).toEqual({ name: 'dialog' })
  expect(await load().catch(() => undefined)).toEqual({ name: 'dialog' })
  expect(await load().then(({ name }) => name)).toBe('dialog')
  const failing = load().then(() => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
})
