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

type Chosen = { ids?: readonly unknown[] | undefined; filter?: unknown; count?: number | undefined }

/** Whether a call names its records in exactly one way. */
export const isOneChoice = ({ ids, filter }: Chosen): boolean => (ids === undefined) !== (filter === undefined)

/** Whether a change by a filter says the number that its list showed, and no other change does. */
const countsItsFilter = ({ filter, count }: Chosen): boolean => (filter === undefined) === (count === undefined)

type Changed<Id extends z.ZodType<string, string>, Filter extends z.ZodType<object>, Change extends z.ZodType> = Pick<
  Choice<Id, Filter>,
  'id' | 'filter' | 'several'
> & { change: Change }

/** The body of a change of many records, which says how many a filter shows: nothing is changed that nobody has seen. */
export const changeOfMany = <
  Id extends z.ZodType<string, string>,
  Filter extends z.ZodType<object>,
  Change extends z.ZodType,
>({
  id,
  filter,
  several,
  change,
}: Changed<Id, Filter, Change>) => {
  const none = `Please choose the ${several} to change.`
  const count = z
    .int('The count must be a number.')
    .min(1, 'The count must be a number.')
    .optional()
    .meta({ description: `With a filter: the number of ${several} that its list showed.` })
  return z
    .object({ ...chosenRecords({ id, filter, several, none, done: 'changed' }), count, change })
    .refine(isOneChoice, { error: none, path: ['ids'] })
    .refine(countsItsFilter, { error: 'The count goes with a filter.', path: ['count'] })
}

/** The outcome of an undo of such a change; `left` were changed again since, and are as they are. */
export const undoneOfMany = <Id extends z.ZodType<string, string>>(id: Id) =>
  z.object({
    undone: z.int().min(0),
    left: z.array(z.object({ id, name: z.string() })),
  })
