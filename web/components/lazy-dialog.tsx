import { type ComponentType, lazy, useState } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

type Shown = { opened: boolean; onClose: () => void }
type LazyDialog<Props> = { load: () => Promise<unknown>; Component: ComponentType<Props> }

/** A dialog whose code loads when the pointer or the focus comes near the button that opens it. */
export const lazyDialog = <Props extends Shown>(
  importDialog: () => Promise<{ default: ComponentType<Props> }>,
): LazyDialog<Props> => {
  const load = retryingImport(importDialog)
  return { load, Component: lazy(load) as unknown as ComponentType<Props> }
}

/**
 * Opens a lazy dialog: `opener` are the properties of its button. `outlet` renders it from the first opening on, so that
 * it can close with its transition; another `key` begins it anew.
 */
export const useLazyDialog = <Props extends Shown>({ load, Component }: LazyDialog<Props>) => {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const preload = () => void load()
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  const onClose = () => setOpened(false)
  return {
    opened,
    open,
    opener: { 'aria-haspopup': 'dialog', onClick: open, onPointerEnter: preload, onFocus: preload } as const,
    outlet: (own: Omit<Props, keyof Shown>, key?: string) =>
      wanted && (
        <DialogOutlet about={opened}>
          <Component key={key} {...(own as unknown as Props)} opened={opened} onClose={onClose} />
        </DialogOutlet>
      ),
  }
}
