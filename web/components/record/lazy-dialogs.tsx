import { atom, type PrimitiveAtom, useAtom, useSetAtom } from 'jotai'
import { type ComponentType, lazy, useEffect } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

/** Props of the component that renders one of several dialogs. */
export type DialogProps<Dialog> = {
  dialog: Dialog
  opened: boolean
  onClose: () => void
  /** Opens another dialog in its place. */
  show: (dialog: Dialog) => void
}

/** A set of dialogs, one of which is open at a time, and the component that renders them. */
export type LazyDialogs<Dialog, Own extends object = object> = {
  stateAtom: PrimitiveAtom<{ dialog: Dialog | null; opened: boolean }>
  /** Loads the component before the first dialog opens, when the pointer or the focus comes near. */
  preload: () => void
  Component: ComponentType<DialogProps<Dialog> & Own>
}

export const lazyDialogs = <Dialog, Own extends object = object>(
  importComponent: () => Promise<{ default: ComponentType<DialogProps<Dialog> & Own> }>,
): LazyDialogs<Dialog, Own> => {
  const load = retryingImport(importComponent)
  return {
    // The dialog is kept on close, so that it fades out with its content.
    stateAtom: atom<{ dialog: Dialog | null; opened: boolean }>({ dialog: null, opened: false }),
    preload: () => void load(),
    Component: lazy(load) as unknown as ComponentType<DialogProps<Dialog> & Own>,
  }
}

/** Returns a function that opens one of the dialogs. */
export const useShowDialog = <Dialog, Own extends object>({ stateAtom }: LazyDialogs<Dialog, Own>) => {
  const setState = useSetAtom(stateAtom)
  return (dialog: Dialog) => setState({ dialog, opened: true })
}

type OutletProps<Dialog, Own extends object> = { dialogs: LazyDialogs<Dialog, Own> } & Own

/** Renders the open dialog; passes its component's other props through. */
export const DialogsOutlet = <Dialog, Own extends object>({ dialogs, ...own }: OutletProps<Dialog, Own>) => {
  const { stateAtom, Component } = dialogs
  const [{ dialog, opened }, setState] = useAtom(stateAtom)
  useEffect(() => () => setState({ dialog: null, opened: false }), [setState])
  if (dialog === null) return null
  const props = {
    ...(own as unknown as Own),
    dialog,
    opened,
    // What a dialog began may end when another one is open in its place.
    onClose: () => setState((now) => (now.dialog === dialog ? { dialog, opened: false } : now)),
    show: (next: Dialog) => setState({ dialog: next, opened: true }),
  }
  return (
    <DialogOutlet about={dialog}>
      <Component {...props} />
    </DialogOutlet>
  )
}
