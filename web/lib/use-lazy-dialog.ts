import { useState } from 'react'

/**
 * A dialog whose code loads when the pointer or the focus comes near the button that opens it. `wanted` stays true from
 * the first opening on, so that the dialog can close with its transition; `opener` are the button's properties.
 */
export const useLazyDialog = (load: () => Promise<unknown>) => {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const preload = () => void load()
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  return {
    wanted,
    opened,
    open,
    onClose: () => setOpened(false),
    opener: { 'aria-haspopup': 'dialog', onClick: open, onPointerEnter: preload, onFocus: preload } as const,
  }
}
