import { TextInput } from '@mantine/core'
import type { Field } from '#web/lib/form-fields.ts'

type Options = { maxLength?: number; required?: boolean }

/** A single-line text field, labelled as in the record. */
export const textField = <Name extends string>(
  name: Name,
  label: string,
  { maxLength = 255, required = true }: Options = {},
): Field<{ [K in Name]: string | null }, string, string> => ({
  label,
  blank: '',
  from: (row) => row[name] ?? '',
  send: (text) => text,
  read: (text) => text,
  preview: (text) => ({ [name]: required ? text : text || null }),
  input: ({ onChange, ...bound }) => (
    <TextInput
      label={label}
      required={required}
      withAsterisk={false}
      maxLength={maxLength}
      autoComplete="off"
      {...bound}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ),
})
