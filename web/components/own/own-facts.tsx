import type { Field } from '#schemas/resources/fields.ts'
import { OwnValue } from '#web/components/own/own-value.tsx'
import type { WithOwn } from '#web/lib/own-fields.ts'

/** The values of a record, each of which says whose it is. */
export const ownFacts =
  (all: readonly Field[]) =>
  ({ fields = {} }: WithOwn) =>
    all
      .filter(({ id }) => fields[id] !== undefined)
      .map((field) => ({ label: field.name, value: <OwnValue field={field} value={fields[field.id]} whole /> }))
