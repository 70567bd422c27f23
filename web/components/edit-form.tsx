import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { FormInputs } from '#web/components/form-inputs.tsx'
import { StaleEdit } from '#web/components/stale-edit.tsx'
import type { Fields } from '#web/lib/form-fields.ts'
import type { Stale } from '#web/lib/use-edit-form.ts'

type Props = {
  /** The result of `useEditForm`. */
  edit: Omit<Parameters<typeof EndpointForm>[0], 'action' | 'narrow' | 'children'> & {
    form: Parameters<typeof FormInputs>[0]['form']
    stale: Stale | undefined
  }
  fields: Fields
  record: unknown
  action: readonly [string, string]
}

/** The fields of an edit dialog; after a conflict, both versions instead (D-73). */
export const EditForm = ({ edit: { form, stale, ...edit }, fields, record, action }: Props) =>
  stale ? (
    <StaleEdit stale={stale} fields={fields} />
  ) : (
    <EndpointForm submit={edit.submit} failure={edit.failure} busy={edit.busy} action={action} narrow>
      <FormInputs fields={fields} form={form} row={record} />
    </EndpointForm>
  )
