import { z } from 'zod'

/** The maximum number of records that a call names by their ids. */
const maxNamed = 1000
/** The maximum number of records that a call chooses by a filter. */
export const maxMatched = 10_000

type Choice<Id extends z.ZodType<string, string>, Filter extends z.ZodType> = {
  id: Id
  filter: Filter
  /** 'files'. */
  several: string
  /** The message when none are named. */
  none: string
  /** The verb for the message when there are too many: 'changed'. */
  done: string
}

/** The records of a call: those with these ids, or all that a filter matches when the call arrives. */
export const chosenRecords = <Id extends z.ZodType<string, string>, Filter extends z.ZodType>({
  id,
  filter,
  several,
  none,
  done,
}: Choice<Id, Filter>) => ({
  ids: z
    .array(id, { error: none })
    .min(1, none)
    .max(maxNamed, `At most ${maxNamed.toLocaleString('en-GB')} ${several} can be ${done} at once.`)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .meta({ description: `The ${several}, by their ids.` }),
  filter: filter.optional().meta({
    description: `Instead of ids: all ${several} that a list narrowed like this shows, up to ${maxMatched}.`,
  }),
})

/** The number that goes with the filter of a change, so that nothing is changed that the caller has not seen. */
export const countOfMatched = (several: string) =>
  z
    .int('The count must be a number.')
    .min(1, 'The count must be a number.')
    .optional()
    .meta({ description: `With a filter: the number of ${several} that its list showed.` })

type Chosen = { ids?: readonly unknown[] | undefined; filter?: object | undefined; count?: number | undefined }

/** Whether a call names its records in exactly one way. */
export const isOneChoice = ({ ids, filter }: Chosen): boolean => (ids === undefined) !== (filter === undefined)

/** Whether a change by a filter says the number that its list showed, and no other change does. */
export const countsItsFilter = ({ filter, count }: Chosen): boolean => (filter === undefined) === (count === undefined)
