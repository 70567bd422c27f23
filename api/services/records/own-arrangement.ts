import { invalid } from '#api/http/problem.ts'
import type { FieldRow } from '#projections/facilities/fields.ts'
import { anything, type OwnArrangement, type OwnFilter } from '#projections/facilities/own-order.ts'
import { keyOf } from '#projections/facilities/own-values.ts'
import type { Arrangement } from '#schemas/calls/arrangement.ts'
import { readValue } from '#schemas/details/field-value.ts'

/** Reads what a list is to hold of a field; undefined for what the kind of the field does not understand. */
const filterOf = (field: FieldRow, sent: string): OwnFilter | undefined => {
  const { id, kind } = field
  if (sent === 'none') return { id, none: true }
  const key = (text: string): string | undefined => {
    const read = readValue(field, text)
    return 'value' in read ? keyOf(kind, read.value) : undefined
  }
  switch (kind) {
    case 'note':
      return undefined
    case 'number':
    case 'date': {
      const [first = '', last = first, ...more] = sent.split('..')
      const from = first === '' ? anything.from : key(first)
      const to = last === '' ? anything.to : key(last)
      const isPeriod = more.length === 0 && (first !== '' || last !== '')
      return isPeriod && from !== undefined && to !== undefined ? { id, from, to } : undefined
    }
    case 'choice':
    case 'yes_no': {
      const among = sent.split(',').map(key)
      return among.every((each) => each !== undefined) ? { id, among } : undefined
    }
    default:
      return sent.trim() === '' ? undefined : { id, holds: keyOf(kind, sent.trim()) }
  }
}

/** What own fields ask of a list. Throws 422 for a field that is not there, and for what its kind does not understand. */
export const ownArrangement = (
  fields: readonly FieldRow[],
  { field = {}, sort = '' }: Pick<Arrangement, 'field' | 'sort'>,
): OwnArrangement => {
  const filters = Object.entries(field).map(([id, sent]) => {
    const known = fields.find((each) => each.id === id)
    const filter = known && filterOf(known, sent)
    if (!filter) throw invalid({ [`field.${id}`]: [`The ${known?.name ?? 'selected field'} is invalid.`] })
    return filter
  })
  const id = /^-?field\.(.*)$/.exec(sort)?.[1]
  if (id === undefined) return { filters }
  const by = fields.find((each) => each.id === id)
  if (!by) throw invalid({ sort: ['The selected sort is invalid.'] })
  const options = by.kind === 'choice' ? by.options.map((option) => option.id) : null
  return { filters, sort: { id, options, descending: sort.startsWith('-') } }
}
