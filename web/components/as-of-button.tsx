import { ActionIcon } from '@mantine/core'
import { atom, useSetAtom } from 'jotai'
import { Icon } from '#web/components/icon.tsx'
import { useHolds } from '#web/lib/session.ts'

/** Whether the dialog is open in which a moment is chosen. */
export const asOfOpenedAtom = atom(false)

/** Opens the choice of a moment, for those who read the history. */
export const AsOfButton = () => {
  const open = useSetAtom(asOfOpenedAtom)
  if (!useHolds('history.view')) return null
  return (
    <ActionIcon variant="default" size={36} aria-label="As of…" aria-haspopup="dialog" onClick={() => open(true)}>
      <Icon name="calendar" size={18} />
    </ActionIcon>
  )
}
