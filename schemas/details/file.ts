import { z } from 'zod'
import { optionalName } from '#schemas/text/fields.ts'
import { dateField, dateIfSent } from '#schemas/time/calendar-date.ts'
import { type DetailsOf, dayDetail, details, nameDetail, optionalDayDetail } from './details.ts'

const completionDay = dateField('completion date')

export const fileDetails = details({
  /** An upload without a name gets that of its file. */
  name: { ...nameDetail(), added: optionalName() },
  /** An upload without a completion date gets the day of the upload. */
  completed_at: {
    ...dayDetail('completion date'),
    added: z
      .union([z.literal('').transform(() => null), completionDay], {
        error: 'The completion date is not a valid date.',
      })
      .nullish(),
    changed: completionDay.meta({ description: 'A day, dd/mm/yyyy or yyyy-mm-dd; left out: as it is.' }).optional(),
  },
  /** The last day on which the file counts, such as that of a certificate. An upload without one follows its categories. */
  expires_at: {
    ...optionalDayDetail('expiry date'),
    added: dateIfSent('expiry date').meta({
      description:
        'A day, dd/mm/yyyy or yyyy-mm-dd; empty: it does not expire; left out: by the shortest expires_after_months of its ' +
        'categories, counted from the last day of its visit, or from its completion date where it has no visit.',
    }),
  },
})
export type FileDetails = DetailsOf<typeof fileDetails>
