import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field } from '#web/lib/form-fields.ts'

type Props = { value: string; error?: ReactNode; onChange: (months: string) => void }

/** The number of months after which files of a category expire; empty for none. */
export const ExpiryMonthsInput = ({ onChange, ...bound }: Props) => (
  <TextInput
    label="Files expire after"
    description="Months. New files get this expiry date, counted from the end of their visit, or else from their completion."
    placeholder="Never"
    inputMode="numeric"
    maxLength={3}
    autoComplete="off"
    {...bound}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

type Row = { expires_after_months: number | null }

export const expiryMonthsField: Field<Row, string, string> = {
  label: 'Files expire after (months)',
  blank: '',
  from: ({ expires_after_months }) => (expires_after_months === null ? '' : String(expires_after_months)),
  send: (months) => months.trim(),
  read: (months) => months,
  preview: (months) => ({ expires_after_months: Number(months) || null }),
  input: (bound) => <ExpiryMonthsInput {...bound} />,
}
