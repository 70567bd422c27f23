import { Button, Loader } from '@mantine/core'
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import styles from '#web/components/endpoint-form.module.css'
import { Failure } from '#web/components/failure.tsx'

type Props = {
  submit: FormEventHandler<HTMLFormElement>
  failure: string | undefined
  busy: boolean
  /** What the button says, idle and busy: `['Add Visit', 'Adding Visit']`. */
  action: readonly [string, string]
  /** One field a line, and a button as wide save in a panel; otherwise fields stand in pairs. */
  narrow?: boolean
  children: ReactNode
}

/** What can take the focus and says that it was refused, each kind of field in its way. */
const refusedField = ':is(input, select, textarea, button):is([aria-invalid="true"], [data-invalid], [data-error])'

/** Leads to the first field that was refused, unless the person has gone on to another one meanwhile. */
const useLeadToRefused = (busy: boolean) => {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef<Element>(null)
  useEffect(() => {
    const { activeElement, body } = document
    if (busy) {
      before.current = activeElement
      return
    }
    // A button that is disabled while busy lets go of the focus.
    const stayed = before.current !== null && (activeElement === before.current || activeElement === body)
    before.current = null
    if (stayed) form.current?.querySelector<HTMLElement>(refusedField)?.focus()
  }, [busy])
  return form
}

/** A form with its button, disabled while busy, and its failure (STATE-07, STATE-29 to STATE-31). */
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
