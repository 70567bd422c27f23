import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '#web/components/dialog.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Failure } from '#web/components/query-state.tsx'

type Props = {
  title: string
  question: string
  /** Further effects of the action. */
  warning?: string
  /** Further facts. */
  note?: ReactNode
  /** Labels of the two buttons, cancel first. */
  answers: readonly [string, string]
  opened: boolean
  onClose: () => void
  /** Runs on confirmation; the dialog closes when it has succeeded. */
  onYes: () => Promise<unknown>
}

/** Asks for confirmation of an action that is hard to undo. */
const ConfirmDialog = ({ title, question, warning, note, answers: [no, yes], opened, onClose, onYes }: Props) => {
  const act = useMutation({ mutationFn: onYes, onSuccess: onClose })
  const close = () => {
    act.reset()
    onClose()
  }
  return (
    <Dialog title={title} opened={opened} onClose={close}>
      <Text size="md">{question}</Text>
      {warning && (
        <Alert color="orange" variant="light" icon={<Icon name="alert" size={18} />}>
          <Text size="md" c="var(--mantine-color-text)">
            {warning}
          </Text>
        </Alert>
      )}
      {note}
      {act.isError && <Failure error={act.error} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} data-autofocus>
          {no}
        </Button>
        <Button color="red.9" disabled={act.isPending} onClick={() => act.mutate()}>
          {yes}
        </Button>
      </Group>
    </Dialog>
  )
}

export default ConfirmDialog
