import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { RowKey } from '#web/components/record/record-menu.tsx'
import { useRowKeys } from '#web/features/keyboard/keyboard.tsx'

const done = vi.fn()
// An arrow that no row takes scrolls the page, under the rows of the next test too.
beforeEach(() => document.documentElement.style.setProperty('overflow', 'hidden'))
afterEach(() => void done.mockClear())

const row = (name: string) => (
  <>
    <button type="button" onClick={() => done(`open ${name}`)}>
      {name}
    </button>
    <input type="checkbox" aria-label={`Select ${name}`} />
    {name !== 'Bell' && <RowKey name="edit" onPress={() => done(`edit ${name}`)} />}
    <RowKey name="delete" onPress={() => done(`delete ${name}`)} />
  </>
)

const Page = ({ columns }: { columns: number }) => {
  useRowKeys()
  return (
    <main id="main">
      <ul style={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, 1fr)`, marginTop: 80 }}>
        {['Acme', 'Bell', 'Corn', 'Dale'].map((name, at) => (
          <li key={name} data-row={Math.floor(at / columns)} aria-label={name}>
            {row(name)}
          </li>
        ))}
      </ul>
    </main>
  )
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName

test('letters go into a list and along it, arrows go on from there', async () => {
  await renderApp(<Page columns={1} />)

  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('BODY')
  await userEvent.keyboard('j')
  expect(focused()).toBe('Acme')
  await userEvent.keyboard('j{ArrowDown}{ArrowDown}{ArrowDown}k')
  expect(focused()).toBe('Corn')
})

test('cards are walked in both directions', async () => {
  await renderApp(<Page columns={3} />)

  await userEvent.keyboard('j{ArrowRight}')
  expect(focused()).toBe('Bell')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('Corn')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowDown}')
  expect(focused()).toBe('Dale')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('Acme')
})

test('a row is opened, edited, deleted and selected, as far as it offers that', async () => {
  const screen = await renderApp(<Page columns={1} />)

  await userEvent.keyboard('j{Enter}e{Delete}j{Enter}e ')

  expect(done.mock.calls.flat()).toEqual(['open Acme', 'edit Acme', 'delete Acme', 'open Bell'])
  await expect.element(screen.getByLabelText('Select Bell')).toBeChecked()
})

test('a button in a row keeps its own keys', async () => {
  const screen = await renderApp(<Page columns={1} />)

  screen.getByRole('button', { name: 'Corn' }).element().focus()
  await userEvent.keyboard('{Enter} {ArrowDown}')

  expect(done.mock.calls.flat()).toEqual(['open Corn', 'open Corn'])
  expect(focused()).toBe('Dale')
})
