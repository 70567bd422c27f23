import type { FieldDetails } from '#schemas/details/field.ts'
import { FieldId, OptionId } from '#schemas/ids.ts'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays } from '#schemas/time/dates.ts'

type Asked = Pick<FieldDetails, 'name' | 'kind' | 'help'> & {
  key: string
  of: FieldNoun
  options?: readonly string[]
  listed?: true
  /** The value of the record in a place of its list, an option by its place; null for none. */
  sampleOf: (place: number, name: string, day: CalendarDate) => string | number | null
}

const notes = ['Report to reception first.', 'Ring the caretaker an hour before.\nThe gate is locked after six.', null]

const asked: readonly Asked[] = [
  {
    key: 'heating',
    of: 'sites',
    name: 'Heating',
    kind: 'choice',
    options: ['Gas boiler', 'Oil boiler', 'Electric', 'Heat pump'],
    listed: true,
    help: null,
    sampleOf: (n) => (n % 7 === 6 ? null : n % 4),
  },
  {
    key: 'contract-end',
    of: 'sites',
    name: 'Contract ends',
    kind: 'date',
    listed: true,
    help: null,
    sampleOf: (n, _name, day) => plusDays(day, ((n * 37) % 700) - 40),
  },
  {
    key: 'meter',
    of: 'sites',
    name: 'Gas meter',
    kind: 'text',
    help: 'As on the label, with letters.',
    sampleOf: (n) => (n % 4 > 0 || n % 7 === 6 ? null : `G4-${40_117 + n * 613}`),
  },
  {
    key: 'area',
    of: 'sites',
    name: 'Floor area in m²',
    kind: 'number',
    help: null,
    sampleOf: (n) => `${180 + n * 45.5}`,
  },
  { key: 'keys', of: 'sites', name: 'Keys held', kind: 'yes_no', help: null, sampleOf: (n) => String(n % 3 === 0) },
  {
    key: 'access',
    of: 'sites',
    name: 'Access',
    kind: 'note',
    help: 'How to get in, and whom to ask for.',
    sampleOf: (n) => notes[n % notes.length] ?? null,
  },
  {
    key: 'account',
    of: 'clients',
    name: 'Account number',
    kind: 'text',
    listed: true,
    help: null,
    sampleOf: (n) => `AC-${1040 + n * 7}`,
  },
  {
    key: 'invoices',
    of: 'clients',
    name: 'Invoices go to',
    kind: 'email',
    help: null,
    sampleOf: (_n, name) => `accounts@${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`,
  },
]

/** The own fields of the sample data, and the values that the records of a noun have of them, by the ids of fields. */
export const sampleFields = (day: CalendarDate, idOf: (key: string) => string) => {
  const fieldId = (key: string) => FieldId.parse(idOf(`field/${key}`))
  const optionId = (key: string, place: number) => OptionId.parse(idOf(`option/${key}/${place}`))
  return {
    fields: asked.map(({ key, of, name, kind, help, options = [], listed = false }) => ({
      fieldId: fieldId(key),
      of,
      name,
      kind,
      help,
      options: options.map((option, place) => ({ id: optionId(key, place), name: option })),
      required: false,
      listed,
    })),
    valuesOf: (noun: FieldNoun, place: number, record: string): Record<string, string> =>
      Object.fromEntries(
        asked.flatMap(({ key, of, sampleOf }) => {
          const value = of === noun ? sampleOf(place, record, day) : null
          if (value === null) return []
          return [[fieldId(key), typeof value === 'number' ? optionId(key, value) : value]]
        }),
      ),
  }
}
