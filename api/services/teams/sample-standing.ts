import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { allPresent, fieldDecider } from '#api/domain/field.ts'
import { idsIn, sampleRemoval } from '#api/domain/sample/sample-removal.ts'
import { replay } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryTreeStream, fieldsStream } from '#api/event-store/streams.ts'
import { setOf } from '#api/sagas/sample/sample-ids.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { CategoryId } from '#schemas/ids.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'

type Begun = EventNamed<'SampleBegun'>['data']

/** The removal of a team's sample data, by what lists show now. */
export const plannedRemoval = async (
  ledger: Pick<Ledger, 'read'>,
  { sampleRecords }: ReadModels['records'],
  begun: Begun,
) => {
  const { bulkId, teamId } = begun
  const set = setOf(begun)
  const history = await ledger.read(categoryTreeStream(teamId))
  // What is required of sites is said as the categories are added.
  const adding = new Set(history.flatMap(({ type, metadata }) => (type === 'CategoryAdded' ? metadata.commandId : [])))
  const changes = history.flatMap(({ data, metadata }) =>
    !adding.has(metadata.commandId) && 'categoryId' in data ? [data.categoryId as CategoryId] : [],
  )
  const fieldsBefore = await ledger.read(fieldsStream(teamId))
  const changedFields = new Set(
    fieldsBefore.flatMap(({ type, data }) => (type === 'FieldChanged' ? [data.fieldId as string] : [])),
  )
  const own = new Set<string>(set.fields.map(({ fieldId }) => fieldId))
  const fields = allPresent(replay(fieldDecider, fieldsBefore)).flatMap(({ id }) =>
    own.has(id) && !changedFields.has(id) ? [id] : [],
  )
  const removal = sampleRemoval(set, {
    fields,
    valued: sampleRecords.valued(fields),
    placed: sampleRecords.placed(
      teamId,
      set.clients.map(({ clientId }) => clientId),
      [...idsIn(set)],
    ),
    roots: replay(categoryTreeDecider, history).roots,
    changed: new Set(changes),
    labelled: sampleRecords.labelled(
      teamId,
      set.categories.map(({ categoryId }) => categoryId),
    ),
  })
  return { bulkId, teamId, ...removal }
}

/** The active records of the sample data, from clients down, and its categories. */
export const activeSample = ({ sampleRecords, categories }: ReadModels['records'], begun: Begun) => {
  const set = setOf(begun)
  const placed = sampleRecords.placed(begun.teamId, [], [...idsIn(set)]).toReversed()
  const own = new Set<string>(set.categories.map(({ categoryId }) => categoryId))
  const labels = inTreeOrder(categories.tree(begun.teamId)).filter(({ node }) => own.has(node.id))
  return [
    ...placed.map(({ kind, id, name }) => ({ kind, id, name })),
    ...labels.map(({ node: { id, name } }) => ({ kind: 'categories' as const, id, name })),
  ]
}
