import { type DetailsOf, dayDetail, details, nameDetail, ownFieldsDetail } from './details.ts'

export const visitDetails = details({
  name: nameDetail(),
  started_at: dayDetail('start date'),
  ended_at: dayDetail('end date'),
  fields: ownFieldsDetail(),
})
export type VisitDetails = DetailsOf<typeof visitDetails>
