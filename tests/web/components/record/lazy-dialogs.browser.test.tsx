import { getDefaultStore } from 'jotai'
import { expect, test } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { type DialogProps, DialogsOutlet, lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'

const ends = new Map<string, () => void>()
const Named = ({ dialog, onClose }: DialogProps<string>) => {
  ends.set(dialog, onClose)
  return <p>{dialog}</p>
}
const dialogs = lazyDialogs<string>(async () => ({ default: Named }))

test('a dialog that ends late closes itself alone, and not the one that was opened since', async () => {
  const store = getDefaultStore()
  const screen = await renderApp(<DialogsOutlet dialogs={dialogs} />)
  store.set(dialogs.stateAtom, { dialog: 'Rename', opened: true })
  await expect.element(screen.getByText('Rename')).toBeVisible()
  store.set(dialogs.stateAtom, { dialog: 'Move', opened: true })
  await expect.element(screen.getByText('Move')).toBeVisible()

  ends.get('Rename')?.()
  expect(store.get(dialogs.stateAtom)).toEqual({ dialog: 'Move', opened: true })

  ends.get('Move')?.()
  expect(store.get(dialogs.stateAtom)).toEqual({ dialog: 'Move', opened: false })
})
