import type { FieldDetails } from '#schemas/details/field.ts'
import { FieldId, OptionId } from '#schemas/ids.ts'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays } from '#schemas/time/dates.ts'

type Asked = Pick<FieldDetails, 'name' | 'kind'> & {
  of: FieldNoun
  help?: string
  options?: readonly string[]
  listed?: true
  /** The value of the record in a place of its list, an option by its place; null for none. */
  sampleOf: (place: number, name: string, day: CalendarDate) => string | number | null
}

const heaters = ['Gas boiler', 'Oil boiler', 'Electric', 'Heat pump']
const heaterOf = (n: number) => (n % 7 === 6 ? null : n % heaters.length)
const notes = ['Report to reception first.', 'Ring the caretaker an hour before.\nThe gate is locked after six.', null]
const accountsOf = (name: string) => `accounts@${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`

const asked: readonly Asked[] = [
  { of: 'sites', name: 'Heating', kind: 'choice', options: heaters, listed: true, sampleOf: heaterOf },
  {
    of: 'sites',
    name: 'Contract ends',
    kind: 'date',
    listed: true,
    sampleOf: (n, _name, day) => plusDays(day, ((n * 37) % 700) - 40),
  },
  {
    of: 'sites',
    name: 'Gas meter',
    kind: 'text',
    help: 'As on the label, with letters.',
    sampleOf: (n) => (heaterOf(n) === 0 ? `G4-${40_117 + n * 613}` : null),
  },
  { of: 'sites', name: 'Floor area in m²', kind: 'number', sampleOf: (n) => `${180 + n * 45.5}` },
  { of: 'sites', name: 'Keys held', kind: 'yes_no', sampleOf: (n) => String(n % 3 === 0) },
  {
    of: 'sites',
    name: 'Access',
    kind: 'note',
    help: 'How to get in, and whom to ask for.',
    sampleOf: (n) => notes[n % notes.length] ?? null,
  },
  { of: 'clients', name: 'Account number', kind: 'text', listed: true, sampleOf: (n) => `AC-${1040 + n * 7}` },
  { of: 'clients', name: 'Invoices go to', kind: 'email', sampleOf: (_n, name) => accountsOf(name) },
]

/** The own fields of the sample data, and the values that the records of a noun have of them, by the ids of fields. */
export const sampleFields = (day: CalendarDate, idOf: (key: string) => string) => {
  const fieldId = (name: string) => FieldId.parse(idOf(`field/${name}`))
  const optionId = (name: string, place: number) => OptionId.parse(idOf(`option/${name}/${place}`))
  return {
    fields: asked.map(({ of, name, kind, help = null, options = [], listed = false }) => ({
      fieldId: fieldId(name),
      of,
      name,
      kind,
      help,
      options: options.map((option, place) => ({ id: optionId(name, place), name: option })),
      required: false,
      listed,
    })),
    valuesOf: (noun: FieldNoun, place: number, record: string): Record<string, string> =>
      Object.fromEntries(
        asked.flatMap(({ of, name, sampleOf }) => {
          const value = of === noun ? sampleOf(place, record, day) : null
          if (value === null) return []
          return [[fieldId(name), typeof value === 'number' ? optionId(name, value) : value]]
        }),
      ),
  }
}
