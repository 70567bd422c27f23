import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { characterKeysAtom } from '#web/lib/pressed-key.ts'
import { useKeys } from '#web/lib/use-keys.ts'

const acted = vi.fn()
afterEach(() => {
  acted.mockClear()
  getDefaultStore().set(characterKeysAtom, true)
})

const Page = () => {
  useKeys({
    add: () => acted('add'),
    search: () => acted('search'),
    sites: () => acted('sites'),
    print: () => acted('print'),
    nextRow: () => {
      acted('nextRow')
      return false
    },
  })
  return (
    <>
      <input aria-label="Name" />
      <textarea aria-label="Note" />
      <button type="button">Somewhere</button>
    </>
  )
}

const names = () => acted.mock.calls.flat()

test('keys act by the register, one alone, with Ctrl, and one after the other', async () => {
  await renderApp(<Page />)

  await userEvent.keyboard('n/{Control>}k{/Control}gs')
  expect(names()).toEqual(['add', 'search', 'search', 'sites'])
  acted.mockClear()
  await userEvent.keyboard('gn{Control>}n{/Control}{Alt>}n{/Alt}N')
  expect(names()).toEqual([])
})

test('but for printing they are quiet in a field, and all are beside a dialog or a menu', async () => {
  const screen = await renderApp(<Page />)

  await screen.getByLabelText('Name').click()
  await userEvent.keyboard('ng')
  await screen.getByLabelText('Note').click()
  await userEvent.keyboard('sn')
  await expect.element(screen.getByLabelText('Name')).toHaveValue('ng')
  await userEvent.keyboard('{Control>}kp{/Control}')
  expect(names()).toEqual(['print'])
  acted.mockClear()
  const menu = Object.assign(document.createElement('div'), { role: 'menu', textContent: 'Edit' })
  document.body.append(menu)
  await screen.getByRole('button').click()
  await userEvent.keyboard('n')
  expect(names()).toEqual([])
  menu.remove()
  await userEvent.keyboard('n')
  expect(names()).toEqual(['add'])
})

test('characters can be turned off; other keys stay', async () => {
  getDefaultStore().set(characterKeysAtom, false)
  await renderApp(<Page />)

  await userEvent.keyboard('n/gsj{ArrowDown}{Control>}k{/Control}')

  expect(names()).toEqual(['nextRow', 'search'])
})
