import { fieldDecider, presentFields } from '#api/domain/field.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fieldsStream } from '#api/event-store/streams.ts'
import { invalid } from '#api/http/problem.ts'
import { valuesReader } from '#schemas/details/field-value.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { FieldNoun, OwnValues } from '#schemas/records/field-kinds.ts'

type Body = { fields?: OwnValues | undefined }

/**
 * The values of own fields that a body gives a record, new or changed, in the form that is recorded. Throws 422, by
 * field, as `fields.<id>`, or what takes the place of `fields`.
 */
const valuesIn = async (
  ledger: Ledger,
  teamId: TeamId,
  of: FieldNoun,
  { fields = {} }: Body,
  isNew: boolean,
  at = 'fields',
) => {
  if (!isNew && Object.keys(fields).length === 0) return {}
  const known = presentFields(await load(ledger, fieldDecider, fieldsStream(teamId)), of)
  const { values, errors } = valuesReader(known)(fields, isNew)
  const wrong = Object.entries(errors).map(([id, error]) => [`${at}.${id}`, [error]])
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
  return values
}

/** A new record has no value that is to be cleared. */
export const valuesOfNew = async (ledger: Ledger, teamId: TeamId, of: FieldNoun, body: Body) =>
  (await valuesIn(ledger, teamId, of, body, true)) as Record<string, string>

export const valuesOfChanged = (ledger: Ledger, teamId: TeamId, of: FieldNoun, body: Body, at?: string) =>
  valuesIn(ledger, teamId, of, body, false, at)
