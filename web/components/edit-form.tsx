import type { ReactNode } from 'react'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { type Compared, StaleEdit } from '#web/components/stale-edit.tsx'
import type { Stale } from '#web/lib/use-edit-form.ts'

type Props<Values> = {
  /** What `useEditForm` hands out. */
  edit: Omit<Parameters<typeof EndpointForm>[0], 'action' | 'narrow' | 'children'> & {
    stale: Stale<Values> | undefined
  }
  action: readonly [string, string]
  /** How each field reads where two versions are compared. */
  fields: readonly Compared<Values>[]
  children: ReactNode
}

/** The fields of an edit dialog; where somebody else was faster, both versions instead (STATE-29 to STATE-31, D-73). */
export const EditForm = <Values,>({ edit: { stale, ...edit }, action, fields, children }: Props<Values>) =>
  stale ? (
    <StaleEdit stale={stale} fields={fields} />
  ) : (
    <EndpointForm submit={edit.submit} failure={edit.failure} busy={edit.busy} action={action} narrow>
      {children}
    </EndpointForm>
  )
