import { Fragment, type ReactNode } from 'react'
import type { Bound, Fields } from '#web/lib/form-fields.ts'

/** The part of a form that its inputs need. */
type Form = {
  values: Record<string, unknown>
  errors: Record<string, ReactNode>
  setFieldValue(name: string, value: unknown): void
}

type Props<F extends Fields> = {
  fields: F
  form: Form
  /** The edited record; undefined in a form that adds one. */
  row?: unknown
  /** Replaces the inputs of fields; null hides one. */
  instead?: { [Name in keyof F]?: ReactNode }
}

const boundTo = ({ values, errors, setFieldValue }: Form, name: string, blank: unknown): Bound<unknown> => ({
  value: values[name] ?? blank,
  error: errors[name],
  onChange: (value) => setFieldValue(name, value),
})

/** The inputs of a form's fields, in order. */
export const FormInputs = <F extends Fields>({ fields, form, row, instead = {} }: Props<F>) =>
  Object.entries(fields).map(([name, field], index) => (
    <Fragment key={name}>
      {name in instead
        ? instead[name]
        : field.input({ ...boundTo(form, name, field.blank), ...(index === 0 ? { 'data-autofocus': true } : {}) }, row)}
    </Fragment>
  ))
