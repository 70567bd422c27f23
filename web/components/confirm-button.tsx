import { Button, type ButtonProps } from '@mantine/core'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts'

const loadDialog = retryingImport(() => import('#web/components/confirm-dialog.tsx'))
const ConfirmDialog = lazy(loadDialog)

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
  const { wanted, opened, onClose, opener } = useLazyDialog(loadDialog)
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
      {wanted && (
        <DialogOutlet about={opened}>
          <ConfirmDialog
            title={title}
            question={question}
            answers={answers}
            opened={opened}
            onClose={onClose}
            onYes={onYes}
          />
        </DialogOutlet>
      )}
    </>
  )
}
