import { Alert, Button, Group } from '@mantine/core'
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/oauth/dialog-form.module.css'

type Props = {
  submit: FormEventHandler<HTMLFormElement>
  busy: boolean
  /** The refusal of the last try. */
  messages: readonly string[]
  /** The label of the button that sends the form. */
  action: string
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog with Close and another button; its messages stand in one list above the fields. */
export const DialogForm = ({ submit, busy, messages, action, onClose, children }: Props) => {
  const whoops = useRef<HTMLDivElement>(null)
  // The buttons of a long form are far below the messages.
  useEffect(() => {
    if (!busy && messages.length > 0) whoops.current?.focus()
  }, [busy, messages])
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {!busy && messages.length > 0 && (
        <Alert
          ref={whoops}
          tabIndex={-1}
          color="red"
          variant="light"
          icon={<Icon name="alert" size={18} />}
          role="alert"
        >
          <p className={styles.whoops}>
            <strong>Whoops!</strong> Something went wrong!
          </p>
          <ul className={styles.messages}>
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
      {children}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" disabled={busy}>
          {action}
        </Button>
      </Group>
    </form>
  )
}
