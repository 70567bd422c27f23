import { Button, type ButtonProps } from '@mantine/core'
import { lazy, useState } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { patient } from '#web/lib/patient.ts'

const loadDialog = patient(() => import('#web/components/confirm-dialog.tsx'))
const ConfirmDialog = lazy(loadDialog)

type Props = ButtonProps & {
  title: string
  question: string
  /** What the two buttons of the dialog say, the way back first. */
  answers: readonly [string, string]
  /** Id of what the button is about, for screen readers. */
  about?: string
  onYes: () => Promise<unknown>
  children: string
}

/** A button that asks first; its dialog loads when the pointer or the focus comes near. */
export const ConfirmButton = ({ title, question, answers, about, onYes, children, ...look }: Props) => {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const preload = () => void loadDialog()
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        {...look}
        aria-haspopup="dialog"
        {...(about ? { 'aria-describedby': about } : {})}
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {children}
      </Button>
      {wanted && (
        <DialogPlace about={opened}>
          <ConfirmDialog
            title={title}
            question={question}
            answers={answers}
            opened={opened}
            onClose={() => setOpened(false)}
            onYes={onYes}
          />
        </DialogPlace>
      )}
    </>
  )
}
