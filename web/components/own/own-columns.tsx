import { type FieldKind, shownValue } from '#schemas/records/field-kinds.ts'
import { headingOf, toldApart } from '#schemas/records/import-columns.ts'
import type { Field } from '#schemas/resources/fields.ts'
import type { Column } from '#web/components/list/column.ts'
import { OwnValue } from '#web/components/own/own-value.tsx'
import type { WithOwn } from '#web/lib/own-fields.ts'

const kindOf: Partial<Record<FieldKind, NonNullable<Column<never>['kind']>>> = {
  number: 'number',
  date: 'day',
  yes_no: 'word',
  phone: 'word',
}

/** The columns of a list with those of own fields behind them, told apart where they have the name of another. */
export const ownColumns =
  (fields: readonly Field[]) =>
  <Row,>(fixed: readonly Column<Row>[]): readonly Column<Row>[] => {
    const taken = fixed.map(({ label }) => label.toLowerCase())
    const own = fields.map((field): Column<Row> => {
      const { id, of, name, kind, listed } = field
      const value = (row: Row) => (row as WithOwn).fields?.[id]
      const text = (row: Row) => shownValue(field, value(row) ?? '')
      return {
        name: `field.${id}`,
        label: taken.includes(name.toLowerCase()) ? toldApart(name) : headingOf(of, name),
        width: 160,
        ...(kindOf[kind] && { kind: kindOf[kind] }),
        unlisted: !listed,
        text: (row) => (value(row) === undefined ? '' : text(row)),
        cell: (row) => <OwnValue field={field} value={value(row)} />,
      }
    })
    return [...fixed, ...own]
  }
