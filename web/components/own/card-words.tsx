import type { Field } from '#schemas/resources/fields.ts'
import styles from '#web/components/own/own.module.css'
import { shortValue } from '#web/components/own/own-value.tsx'
import type { WithOwn } from '#web/lib/own-fields.ts'

/** Lines that a card has room for. */
const most = 3

/** The first fields with a value, a line for each. */
export const cardWords =
  (all: readonly Field[]) =>
  ({ fields = {} }: WithOwn) =>
    all
      .filter(({ id }) => fields[id] !== undefined)
      .slice(0, most)
      .map((field) => (
        <span key={field.id} className={styles.line} dir="auto">
          {`${field.name}: ${shortValue(field, fields[field.id])}`}
        </span>
      ))
