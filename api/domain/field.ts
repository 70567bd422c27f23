import { type FieldDetails, fieldDetails } from '#schemas/details/field.ts'
import type { FieldEvent } from '#schemas/events/field.ts'
import type { FieldId, OptionId, TeamId } from '#schemas/ids.ts'
import { type FieldNoun, mostFields } from '#schemas/records/field-kinds.ts'
import { restorableUntil } from '#schemas/records/trash.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import { changedDetails, type Decider, decideBy, inTurn } from './decider.ts'
import { RuleBroken } from './rule.ts'

/** `removedAt` is a UTC instant, null for a field that is there. */
export type OwnField = FieldDetails & { id: FieldId; of: FieldNoun; revision: bigint; removedAt: string | null }

/**
 * All own fields of a team, those of each noun in order. `events` counts the events of the stream, which holds nothing
 * else, so it gives the revision of the newest one.
 */
export type OwnFields = { fields: readonly OwnField[]; events: bigint }

type Addition = { fieldId: FieldId; of: FieldNoun } & FieldDetails

export type FieldCommand = { teamId: TeamId } & (
  | ({ type: 'AddField' } & Addition)
  /** Leaves out those whose name is taken, or for which there is no room. */
  | { type: 'AddFields'; fields: readonly Addition[] }
  /** Leaves out those that are removed already. */
  | { type: 'RemoveFields'; fieldIds: readonly FieldId[]; at: string }
  /** `known` are the options that are to be there already. */
  | ({ type: 'ChangeField'; fieldId: FieldId; known?: readonly OptionId[] } & Partial<FieldDetails>)
  /** `at` is a UTC instant. */
  | { type: 'RemoveField' | 'RestoreField'; fieldId: FieldId; at: string }
  | { type: 'ArrangeFields'; of: FieldNoun; fieldIds: readonly FieldId[] }
)

const initialState: OwnFields = { fields: [], events: 0n }

const after = ({ fields, events: revision }: OwnFields, event: FieldEvent): readonly OwnField[] => {
  if (event.type === 'FieldAdded') {
    const { fieldId: id, of } = event.data
    return [...fields, { id, of, ...fieldDetails.of(event.data), revision, removedAt: null }]
  }
  if (event.type === 'FieldsArranged') {
    const { fieldIds } = event.data
    const place = ({ id }: OwnField) => fieldIds.indexOf(id)
    return fields.toSorted((one, other) => place(one) - place(other))
  }
  const { fieldId } = event.data
  const change = (by: Partial<OwnField>) =>
    fields.map((field) => (field.id === fieldId ? { ...field, ...by, revision } : field))
  if (event.type === 'FieldChanged') return change(fieldDetails.of(event.data))
  if (event.type === 'FieldRemoved') return change({ removedAt: event.data.removedAt })
  const restored = change({ removedAt: null })
  return [...restored.filter(({ id }) => id !== fieldId), ...restored.filter(({ id }) => id === fieldId)]
}

const evolve = (state: OwnFields, event: FieldEvent): OwnFields => ({
  fields: after(state, event),
  events: state.events + 1n,
})

/** The fields of all nouns that are not removed, those of each noun in order. */
export const allPresent = ({ fields }: OwnFields): OwnField[] => fields.filter(({ removedAt }) => removedAt === null)

/** The fields that the records of a noun have, in order. */
export const presentFields = (state: OwnFields, of: FieldNoun): OwnField[] =>
  allPresent(state).filter((field) => field.of === of)

const present = ({ fields }: OwnFields, id: FieldId): OwnField => {
  const found = fields.find((field) => field.id === id && field.removedAt === null)
  if (!found) throw new RuleBroken('field-not-found')
  return found
}

const areAlike = (names: readonly string[]): boolean => new Set(names.map(foldedText)).size < names.length

/** Why a noun may not have a field of this name besides all of its others. */
const refusalOf = (state: OwnFields, of: FieldNoun, name: string, but?: FieldId) => {
  const others = presentFields(state, of).filter(({ id }) => id !== but)
  if (areAlike([name, ...others.map((field) => field.name)])) return 'field-name-taken'
  return others.length >= mostFields ? 'too-many-fields' : undefined
}

const checkName = (...field: Parameters<typeof refusalOf>): void => {
  const refusal = refusalOf(...field)
  if (refusal) throw new RuleBroken(refusal)
}

const checkOptions = ({ kind, options }: FieldDetails): void => {
  if ((kind === 'choice') !== options.length > 0) throw new RuleBroken('field-options-missing')
  if (areAlike(options.map(({ name }) => name))) throw new RuleBroken('field-options-alike')
}

const decide = decideBy<OwnFields, FieldCommand, FieldEvent>({
  AddField: (state, { type: _, ...data }) => {
    checkName(state, data.of, data.name)
    checkOptions(data)
    return [{ type: 'FieldAdded', data }]
  },
  AddFields: (state, { teamId, fields }) =>
    inTurn(state, evolve, fields, (now, field) =>
      refusalOf(now, field.of, field.name) ? [] : [{ type: 'FieldAdded', data: { teamId, ...field } }],
    ),
  ChangeField: (state, { type: _, teamId, fieldId, known = [], ...wanted }) => {
    const before = present(state, fieldId)
    const ids = before.options.map(({ id }) => id)
    if (known.some((id, at) => !ids.includes(id) || known.indexOf(id) !== at)) {
      throw new RuleBroken('field-options-unknown')
    }
    const details = changedDetails<FieldDetails>(fieldDetails, before, wanted)
    if (!details) return []
    if (details.kind !== before.kind && !(before.kind === 'text' && details.kind === 'note')) {
      throw new RuleBroken('field-kind-fixed')
    }
    checkName(state, before.of, details.name, fieldId)
    checkOptions(details)
    return [{ type: 'FieldChanged', data: { teamId, fieldId, ...details } }]
  },
  RemoveField: (state, { teamId, fieldId, at }) => {
    present(state, fieldId)
    return [{ type: 'FieldRemoved', data: { teamId, fieldId, removedAt: at } }]
  },
  RemoveFields: (state, { teamId, fieldIds, at: removedAt }) =>
    allPresent(state)
      .filter(({ id }) => fieldIds.includes(id))
      .map(({ id: fieldId }) => ({ type: 'FieldRemoved', data: { teamId, fieldId, removedAt } })),
  RestoreField: (state, { teamId, fieldId, at }) => {
    const field = state.fields.find(({ id }) => id === fieldId)
    if (!field?.removedAt || restorableUntil(field.removedAt) <= at) throw new RuleBroken('field-not-found')
    checkName(state, field.of, field.name)
    return [{ type: 'FieldRestored', data: { teamId, fieldId } }]
  },
  ArrangeFields: (state, { teamId, of, fieldIds }) => {
    const ids = presentFields(state, of).map(({ id }) => id)
    const isComplete = ids.length === fieldIds.length && ids.every((id) => fieldIds.includes(id))
    if (!isComplete) throw new RuleBroken('fields-stale')
    const isSame = ids.every((id, at) => fieldIds[at] === id)
    return isSame ? [] : [{ type: 'FieldsArranged', data: { teamId, of, fieldIds: [...fieldIds] } }]
  },
})

/** The own fields of a team. */
export const fieldDecider: Decider<OwnFields, FieldCommand, FieldEvent> = { initialState, evolve, decide }
