import { Button, Loader } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import styles from '#web/components/endpoint-form.module.css'
import { Failure } from '#web/components/failure.tsx'

type Props = {
  submit: FormEventHandler<HTMLFormElement>
  failure: string | undefined
  busy: boolean
  /** What the button says, idle and busy: `['Add Visit', 'Adding Visit']`. */
  action: readonly [string, string]
  /** One field a line and a button as wide; otherwise fields stand in pairs. */
  narrow?: boolean
  children: ReactNode
}

/** A form with its button, disabled while busy, and its failure (STATE-07, STATE-29 to STATE-31). */
export const EndpointForm = ({ submit, failure, busy, action, narrow = false, children }: Props) => (
  <form onSubmit={submit} noValidate className={styles.form}>
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
