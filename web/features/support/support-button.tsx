import { ActionIcon } from '@mantine/core'
import { lazy, useState } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Icon } from '#web/components/icon.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadDialog = retryingImport(() => import('#web/features/support/support-dialog.tsx'))
const SupportDialog = lazy(loadDialog)

/** The support button in the header of every page (PLAT-14). */
export const SupportButton = () => {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const preload = () => void loadDialog()
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="dimmed"
        size={36}
        aria-label="Support"
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon name="help" size={18} />
      </ActionIcon>
      {wanted && (
        <DialogOutlet about={opened}>
          <SupportDialog opened={opened} onClose={() => setOpened(false)} />
        </DialogOutlet>
      )}
    </>
  )
}
