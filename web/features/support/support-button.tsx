import { ActionIcon } from '@mantine/core'
import { lazy, useState } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { Icon } from '#web/components/icon.tsx'
import { patient } from '#web/lib/patient.ts'

const loadDialog = patient(() => import('#web/features/support/support-dialog.tsx'))
const SupportDialog = lazy(loadDialog)

/** The way to those who run the platform, in the head of every page (PLAT-14). */
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
        <DialogPlace about={opened}>
          <SupportDialog opened={opened} onClose={() => setOpened(false)} />
        </DialogPlace>
      )}
    </>
  )
}
