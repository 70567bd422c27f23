import type { RecordKind } from '#schemas/events/import.ts'
import { type ColumnChoice, columnsOf, type ImportField, type OwnHeading } from '#schemas/records/import-columns.ts'
import type { ImportVerdict } from '#schemas/resources/imports.ts'
import { counted } from '#schemas/text/counted.ts'
import { textOf } from './import-report.ts'

/** Values that are shown of one reason. */
const valuesShown = 5

/** Counts refused rows by reason, with the first values that were refused for it. */
export const openRefusalSums = (kind: RecordKind, choice: ColumnChoice, own: readonly OwnHeading[]) => {
  const reasons = new Map<string, { rows: number; values: Set<string> }>()
  return {
    add: ({ errors = {}, cells = {} }: ImportVerdict): void => {
      const { of } = columnsOf(kind, Object.keys(cells), choice, own)
      for (const [field, messages] of Object.entries(errors)) {
        const value = textOf(cells[of.get(field.replace(/^fields\./, 'field.') as ImportField) ?? ''])
        for (const message of messages) {
          const reason = reasons.get(message) ?? { rows: 0, values: new Set<string>() }
          reasons.set(message, reason)
          reason.rows += 1
          // One more than is shown tells that there are others.
          if (value !== '' && reason.values.size <= valuesShown) reason.values.add(value)
        }
      }
    },
    /** A line for each reason, the most frequent first: '384 rows: The selected client is invalid. (Pier, Lock)'. */
    lines: (): string[] =>
      [...reasons]
        .toSorted(([, one], [, other]) => other.rows - one.rows)
        .map(([message, { rows, values }]) => {
          const shown = [...values].slice(0, valuesShown).join(', ')
          const others = values.size > valuesShown ? ', and others' : ''
          return `${counted(rows, 'row')}: ${message}${shown ? ` (${shown}${others})` : ''}`
        }),
  }
}
