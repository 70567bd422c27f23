import { Button, Loader } from '@mantine/core'
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import styles from '#web/components/endpoint-form.module.css'
import { Failure } from '#web/components/failure.tsx'

type Props = {
  submit: FormEventHandler<HTMLFormElement>
  failure: string | undefined
  busy: boolean
  /** Labels of the button, idle and busy: `['Add Visit', 'Adding Visit']`. */
  action: readonly [string, string]
  /** One field in each row, and a full-width button except in a panel; otherwise fields stand in pairs. */
  narrow?: boolean
  children: ReactNode
}

/** Matches invalid inputs; each kind of field marks them in its own way. */
const refusedField = ':is(input, select, textarea, button):is([aria-invalid="true"], [data-invalid], [data-error])'

/** Moves the focus to the first invalid field, unless the user has moved on to another one. */
const useLeadToRefused = (busy: boolean) => {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef<Element>(null)
  useEffect(() => {
    const { activeElement, body } = document
    if (busy) {
      before.current = activeElement
      return
    }
    // A button loses the focus when it is disabled while busy.
    const stayed = before.current !== null && (activeElement === before.current || activeElement === body)
    before.current = null
    if (stayed) form.current?.querySelector<HTMLElement>(refusedField)?.focus()
  }, [busy])
  return form
}

/** A form with a submit button, disabled while busy, and the failure message. */
export const EndpointForm = ({ submit, failure, busy, action, narrow = false, children }: Props) => {
  const form = useLeadToRefused(busy)
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <div className={narrow ? styles.fields : `${styles.fields} ${styles.paired}`}>{children}</div>
      {failure && <Failure message={failure} />}
      <Button
        type="submit"
        disabled={busy}
        fullWidth={narrow}
        className={styles.button ?? ''}
        leftSection={busy ? <Loader size={14} color="currentColor" /> : undefined}
      >
        {busy ? action[1] : action[0]}
      </Button>
    </form>
  )
}
