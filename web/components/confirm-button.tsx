import { Button, type ButtonProps } from '@mantine/core'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'

const confirmDialog = lazyDialog(() => import('#web/components/confirm-dialog.tsx'))

type Props = ButtonProps & {
  title: string
  question: string
  /** Labels of the dialog's two buttons, cancel first. */
  answers: readonly [string, string]
  /** Id of the element that names the record, for screen readers. */
  about?: string
  onYes: () => Promise<unknown>
  children: string
}

/** A button that asks for confirmation; its dialog loads when the pointer or the focus comes near. */
export const ConfirmButton = ({ title, question, answers, about, onYes, children, ...buttonProps }: Props) => {
  const { opener, outlet } = useLazyDialog(confirmDialog)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        {...buttonProps}
        {...(about ? { 'aria-describedby': about } : {})}
        {...opener}
      >
        {children}
      </Button>
      {outlet({ title, question, answers, onYes })}
    </>
  )
}
