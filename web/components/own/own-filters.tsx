import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Input, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { shownValue } from '#schemas/records/field-kinds.ts'
import type { Field } from '#schemas/resources/fields.ts'
import { DateField } from '#web/components/date-field.tsx'
import styles from '#web/components/own/own.module.css'
import { TypedFilter } from '#web/components/typed-filter.tsx'
import { type ListAddress, type OwnFilter, useListAddress } from '#web/lib/list-address.ts'

/** The value of a filter that means: records without one. */
const none = 'none'

const nameOf = ({ id }: Field): OwnFilter => `field.${id}`

const isPeriod = ({ kind }: Field): boolean => kind === 'date' || kind === 'number'

/** The words of one filter. */
const wordsOf = (field: Field, filter: string): string => {
  if (filter === none) return 'none'
  if (!isPeriod(field))
    return filter
      .split(',')
      .map((value) => (field.kind === 'choice' || field.kind === 'yes_no' ? shownValue(field, value) : filter))
      .filter((word, at, all) => all.indexOf(word) === at)
      .join(', ')
  const [from = '', to = ''] = filter.split('..').map((end) => (end === '' ? '' : shownValue(field, end)))
  if (from && to) return `${from} to ${to}`
  return from ? `from ${from}` : `until ${to}`
}

/** The filters of an address by own fields, in words. */
export const filterWords =
  (fields: readonly Field[]) =>
  (address: ListAddress): Record<OwnFilter, string> =>
    Object.fromEntries(
      fields.map((field) => [nameOf(field), `${field.name}: ${wordsOf(field, address[nameOf(field)] ?? '')}`]),
    )

type FilterProps = { field: Field; value: string; onChange: (value: string) => void }

const Ends = ({ field, value, onChange }: FilterProps) => {
  const [from = '', to = ''] = value.split('..')
  const change = (ends: { from?: string; to?: string }) => {
    const next = { from, to, ...ends }
    onChange(next.from || next.to ? `${next.from}..${next.to}` : '')
  }
  const ends = [
    { label: `${field.name} from`, end: from, set: (end: string) => change({ from: end }) },
    { label: `${field.name} to`, end: to, set: (end: string) => change({ to: end }) },
  ]
  return ends.map(({ label, end, set }) =>
    field.kind === 'date' ? (
      <DateField key={label} typed label={label} value={end || null} onChange={(day) => set(day ?? '')} />
    ) : (
      <TypedFilter key={label} label={label} dir="auto" value={end} onChange={set} />
    ),
  )
}

const Control = (props: FilterProps) => {
  const { field, value, onChange } = props
  const { name: label, kind, options } = field
  if (isPeriod(field)) return <Ends {...props} />
  if (kind === 'yes_no')
    return (
      <NativeSelect
        label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={[
          { value: '', label: 'Any' },
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
      />
    )
  if (kind !== 'choice') return <TypedFilter label={label} dir="auto" value={value} onChange={onChange} />
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Checkbox.Group
        aria-label={label}
        className={styles.options ?? ''}
        value={value === '' ? [] : value.split(',')}
        onChange={(ids) => onChange(ids.join(','))}
      >
        {options.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={<span dir="auto">{name}</span>} mb={6} />
        ))}
      </Checkbox.Group>
    </Input.Wrapper>
  )
}

/** Narrows a list by own fields: by those that are set, and by those that are chosen. */
export const OwnFilters = ({ fields }: { fields: readonly Field[] }) => {
  const { address, change } = useListAddress()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isOpen = (field: Field) => address[nameOf(field)] !== undefined || chosen.includes(field.id)
  const others = fields.filter((field) => !isOpen(field))
  return (
    <>
      {fields.filter(isOpen).map((field) => {
        const filter = address[nameOf(field)] ?? ''
        const narrow = (value: string) => {
          // It stays where it is, also once it is empty.
          setChosen((now) => [...now, field.id])
          change({ [nameOf(field)]: value })
        }
        return (
          <div key={field.id}>
            {filter !== none && <Control field={field} value={filter} onChange={narrow} />}
            <Checkbox
              mt="xs"
              label={`Without ${field.name}`}
              checked={filter === none}
              onChange={({ currentTarget }) => narrow(currentTarget.checked ? none : '')}
            />
          </div>
        )
      })}
      {others.length > 0 && (
        <NativeSelect
          label="Own field"
          value=""
          data={[
            { value: '', label: 'Choose a field…' },
            ...others.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => setChosen((now) => [...now, value])}
        />
      )}
    </>
  )
}
