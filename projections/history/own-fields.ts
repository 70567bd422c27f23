import type { FieldEvent } from '#schemas/events/field.ts'
import type { DescriptionsOf } from './description.ts'
import { type Field, text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { count, sentence } from './sentence.ts'

const flag = (label: string): Field<boolean> => ({ label, show: (is) => (is ? 'yes' : 'no') })

const ownField = describeNoun({
  resource: 'fields',
  id: 'fieldId',
  one: 'field',
  several: 'fields',
  events: ['FieldAdded', 'FieldChanged'],
  fields: {
    name: text('name'),
    kind: text('kind'),
    options: { label: 'options', show: (options) => options.map(({ name }) => name).join(', ') || null },
    required: flag('requirement'),
    listed: flag('place in lists'),
    help: text('help'),
    of: null,
  },
})

export const ownFieldDescriptions: DescriptionsOf<FieldEvent> = {
  FieldAdded: (event, lookup) => {
    const added = ownField.added(event, lookup)
    return { ...added, summary: sentence`${added.summary} to ${event.data.of}` }
  },
  FieldChanged: ownField.changed,
  FieldRemoved: ({ data }, lookup) => ({
    ...ownField.mention(data, lookup, (subject) => sentence`Removed ${subject}`),
    several: sentence`Removed ${count} fields`,
  }),
  FieldRestored: ({ data }, lookup) => ({
    ...ownField.mention(data, lookup, (subject) => sentence`Restored ${subject}`),
    several: sentence`Restored ${count} fields`,
  }),
  FieldsArranged: ({ data: { teamId, of } }) => ({
    resource: 'fields',
    id: of,
    teamId,
    summary: sentence`Put the fields of ${of} in another order`,
  }),
}
