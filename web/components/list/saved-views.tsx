import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import type { ViewedList } from '#web/components/list/viewed-list.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadMenu = retryingImport(() => import('#web/components/list/saved-views-menu.tsx'))
const SavedViewsMenu = lazy(loadMenu)
const SavedViewNote = lazy(retryingImport(() => import('#web/components/list/saved-view-note.tsx')))

/** The saved views of a list, beside its filters; the menu loads when the pointer or the focus comes near. */
export const SavedViews = (props: ViewedList) => {
  const { view } = useListAddress().address
  const [opened, setOpened] = useState(false)
  // A dialog that was opened from the menu outlives it.
  const [wanted, setWanted] = useState(false)
  const near = () => void loadMenu()
  const button = (
    <Button
      variant={view ? 'light' : 'default'}
      leftSection={<Icon name="bookmark" />}
      aria-haspopup="menu"
      onClick={() => {
        setWanted(true)
        setOpened(true)
      }}
      onPointerEnter={near}
      onFocus={near}
    >
      Views
    </Button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <SavedViewsMenu {...props} opened={opened} onOpened={setOpened} button={button} />
    </Suspense>
  )
}

/** Which view is open, below the tools of its list. */
export const OpenedView = (props: ViewedList) =>
  useListAddress().address.view !== undefined && (
    <Suspense>
      <SavedViewNote {...props} />
    </Suspense>
  )
