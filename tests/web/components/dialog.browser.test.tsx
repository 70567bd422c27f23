import { useState } from 'react'
import { flushSync } from 'react-dom'
import { describe, expect, test } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { Dialog } from '#web/components/dialog.tsx'

/** A page with records that a dialog deletes; where none of them is left, it leads to another page. */
const Page = ({ start, heading }: { start: readonly string[]; heading: boolean }) => {
  const [names, setNames] = useState(start)
  const [about, setAbout] = useState<string>()
  const remove = () => {
    setNames(names.filter((name) => name !== about))
    setAbout(undefined)
  }
  return (
    <main id="main" tabIndex={-1}>
      {heading && <h1>{names.length === 0 ? 'Dashboard' : 'Clients'}</h1>}
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setAbout(name)}>{`Delete ${name}`}</button>
          </li>
        ))}
      </ul>
      <Dialog title="Delete Client" opened={about !== undefined} onClose={() => setAbout(undefined)}>
        <button type="button" onClick={remove}>
          Yes
        </button>
      </Dialog>
    </main>
  )
}

const deleteOn = async (start: readonly string[], name: string, heading = true) => {
  const screen = await renderApp(<Page start={start} heading={heading} />)
  await screen.getByRole('button', { name: `Delete ${name}` }).click()
  await screen.getByRole('button', { name: 'Yes' }).click()
  return screen
}

describe('when a dialog has deleted what it was opened from, the focus goes', () => {
  test('to the next record', async () => {
    const screen = await deleteOn(['Acme', 'Bolt'], 'Acme')

    await expect.element(screen.getByRole('button', { name: 'Delete Bolt' })).toHaveFocus()
  })

  test('to the heading of the page that is there then, which the Tab key passes by', async () => {
    const screen = await deleteOn(['Acme'], 'Acme')

    const heading = screen.getByRole('heading', { name: 'Dashboard' })
    await expect.element(heading).toHaveFocus()
    await expect.element(heading).toHaveAttribute('tabindex', '-1')
  })

  test('to a page without a heading', async () => {
    const screen = await deleteOn(['Acme'], 'Acme', false)

    await expect.element(screen.getByRole('main')).toHaveFocus()
  })
})

test('a dialog that is closed gives the focus back', async () => {
  const screen = await renderApp(<Page start={['Acme']} heading />)
  const opener = screen.getByRole('button', { name: 'Delete Acme' })
  await opener.click()
  await screen.getByRole('button', { name: 'Close' }).click()

  await expect.element(opener).toHaveFocus()
})

const pressEscape = () =>
  flushSync(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))

test('a dialog that is closed has given the focus back before another key can be pressed', async () => {
  const screen = await renderApp(<Page start={['Acme']} heading />)
  const opener = screen.getByRole('button', { name: 'Delete Acme' }).element() as HTMLElement
  opener.focus()
  opener.click()
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()

  pressEscape()
  await Promise.resolve()
  const focused = document.activeElement

  expect(focused).toBe(opener)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
