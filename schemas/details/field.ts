import { z } from 'zod'
import { OptionId } from '#schemas/ids.ts'
import { fieldKinds, longestFieldName, mostOptions } from '#schemas/records/field-kinds.ts'
import { nameText } from '#schemas/text/fields.ts'
import { type DetailsOf, details, optionalTextDetail } from './details.ts'

const name = () => nameText().max(longestFieldName, `The name may not be greater than ${longestFieldName} characters.`)

const kind = z.enum(fieldKinds, 'The selected kind is invalid.')

const Option = z.object({ id: OptionId, name: z.string() })

const list = <Item extends z.ZodType>(item: Item) =>
  z.array(item, 'The options must be a list.').max(mostOptions, `A choice may have at most ${mostOptions} options.`)

const flag = (field: string) => {
  const sent = z.boolean(`The ${field} field must be true or false.`)
  return {
    recorded: z.boolean(),
    added: sent.default(false),
    changed: sent.meta({ description: 'Left out: as it is.' }).optional(),
    answered: z.boolean(),
  }
}

/** What a team says of an own field. Its noun never changes; of a kind, text becomes note. */
export const fieldDetails = details({
  name: { recorded: z.string(), added: name(), changed: name(), answered: z.string() },
  kind: {
    recorded: kind,
    added: kind,
    changed: kind
      .meta({ description: 'Text may become note, and no other kind another; left out: as it is.' })
      .optional(),
    answered: kind,
  },
  options: {
    recorded: z.array(Option),
    added: list(z.object({ name: name() }))
      .default([])
      .meta({ description: `Those of a choice, 1 to ${mostOptions}.` }),
    changed: list(z.object({ id: OptionId.optional(), name: name() }))
      .meta({ description: 'With its id one that is there, without a new one; left out: as it is.' })
      .optional(),
    answered: z.array(Option).meta({ description: 'Empty unless the kind is choice.' }),
  },
  required: flag('required'),
  listed: flag('listed'),
  help: optionalTextDetail('help', 255),
})
export type FieldDetails = DetailsOf<typeof fieldDetails>
