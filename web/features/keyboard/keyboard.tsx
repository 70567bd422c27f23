import { useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { keysShown, keysShownAtom } from '#web/components/keys-shown.ts'
import { useRowKeys } from '#web/components/row-keys.ts'
import { useCharacterKeys } from '#web/features/keyboard/use-character-keys.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { type KeyActions, useKeys } from '#web/lib/use-keys.ts'
import { usePlaces } from '#web/lib/use-places.ts'

const KeysDialog = lazy(retryingImport(() => import('#web/features/keyboard/keys-dialog.tsx')))

/** The keys that act on every page: they go to places, walk through lists, and show what keys there are. */
export const Keyboard = () => {
  useCharacterKeys()
  const navigate = useNavigate()
  const [{ wanted, opened }, show] = useAtom(keysShownAtom)
  const places = usePlaces().map(({ name, to }) => [name, () => void navigate(to)] as const)
  const jumps: KeyActions = Object.fromEntries(places)
  useKeys({ ...jumps, help: () => show(keysShown) })
  useRowKeys()
  if (!wanted) return null
  return (
    <DialogOutlet about={opened}>
      <KeysDialog opened={opened} onClose={() => show({ wanted, opened: false })} />
    </DialogOutlet>
  )
}
