import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FieldKind, shownValue } from '#schemas/records/field-kinds.ts'
import type { Field } from '#schemas/resources/fields.ts'
import { DateField } from '#web/components/date-field.tsx'
import type { Bound, Fields, Field as FormField } from '#web/lib/form-fields.ts'
import type { WithOwn } from '#web/lib/own-fields.ts'

const modes: Partial<Record<FieldKind, 'decimal' | 'url' | 'email' | 'tel'>> = {
  number: 'decimal',
  link: 'url',
  email: 'email',
  phone: 'tel',
}

/** The choices of a field, with the one that is typed though it is gone by now. */
const choicesOf = ({ kind, options }: Field, value: string): { value: string; label: string }[] => {
  const yesOrNo = [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ]
  const there = kind === 'yes_no' ? yesOrNo : options.map(({ id, name }) => ({ value: id as string, label: name }))
  const isGone = value !== '' && there.every((each) => each.value !== value)
  return [{ value: '', label: '–' }, ...there, ...(isGone ? [{ value, label: 'No longer an option' }] : [])]
}

const OwnInput = ({ field, onChange, ...bound }: Bound<string> & { field: Field }) => {
  const { name: label, kind, required, help } = field
  const shared = { label, description: [required && 'Required.', help].filter(Boolean).join(' ') || undefined }
  if (kind === 'date')
    return (
      <DateField {...shared} {...bound} value={bound.value || null} clearable onChange={(day) => onChange(day ?? '')} />
    )
  const native = { ...shared, ...bound, required, withAsterisk: false }
  if (kind === 'choice' || kind === 'yes_no')
    return (
      <NativeSelect
        {...native}
        data={choicesOf(field, bound.value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (kind === 'note')
    return (
      <Textarea
        {...native}
        dir="auto"
        rows={4}
        maxLength={5000}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...native}
      dir="auto"
      inputMode={modes[kind] ?? 'text'}
      maxLength={kind === 'link' ? 2000 : 500}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** The inputs of own fields, by their ids. */
export const ownInputs = (fields: readonly Field[]): Fields =>
  Object.fromEntries(
    fields.map((field) => {
      const input: FormField<WithOwn, string, string> = {
        own: true,
        label: field.name,
        blank: '',
        from: ({ fields: values }) => values?.[field.id] ?? '',
        send: (value) => value,
        read: (value) => (value === '' ? '' : shownValue(field, value)),
        input: (bound) => <OwnInput field={field} {...bound} />,
      }
      return [field.id, input as Fields[string]]
    }),
  )
