import type { MadeKind } from '#schemas/events/import.ts'
import type { RowErrors } from '#schemas/records/import-rows.ts'
import { importKey } from '#schemas/text/folded-text.ts'
import type { MissingRecord, MissingRecords } from './missing-records.ts'

/** A record of the team that a row may name; `where` tells it from others of its name. */
export type NamedRecord = { id: string; name: string; where: string | null }

/** Those with exactly this name, ignoring case and spaces, or else all that were found by its letters. */
export const namedBy = <Found extends NamedRecord>(found: readonly Found[], text: string): readonly Found[] => {
  const exact = found.filter(({ name }) => importKey(name) === importKey(text))
  return exact.length > 0 ? exact : found
}

/** How many records a refusal names. */
const maxNamed = 5

/** The refusal of a name that means several things, with what it means. */
export const severalHave = (nouns: string, found: readonly NamedRecord[]): string => {
  const names = found
    .slice(0, maxNamed)
    .map(({ name, where }) => (where === null ? `“${name}”` : `“${name}” (${where})`))
  return `Several ${nouns} have this name: ${names.join(', ')}${found.length > maxNamed ? ' and others' : ''}.`
}

/** What is said of one row; the first fault of a field counts. */
export const openRow = ({ missing, create }: { missing: MissingRecords; create: readonly MadeKind[] }) => {
  const errors: RowErrors = {}
  const named: MissingRecord[] = []
  return {
    errors,
    named,
    refuse: (field: string, message: string) => {
      errors[field] ??= [message]
    },
    /** Notes a record that the team does not have; the row is refused where it is not to be made. */
    lacks: (kind: MadeKind, field: string, key: string, details: Partial<MissingRecord> & { name: string }) => {
      const record = missing.note(kind, key, details)
      named.push(record)
      if (!create.includes(kind)) errors[field] ??= [`The selected ${field} is invalid.`]
      return record
    },
  }
}
export type DecidedRow = ReturnType<typeof openRow>
