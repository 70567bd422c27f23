import { optionalName } from '#schemas/text/fields.ts'
import { type DetailsOf, details, nameDetail, optionalDayDetail } from './details.ts'

export const documentDetails = details({
  /** An upload without a name gets that of its file. */
  name: { ...nameDetail(), added: optionalName() },
  /** The last day on which the document counts, such as that of an insurance. */
  expires_at: optionalDayDetail('expiry date'),
})
export type DocumentDetails = DetailsOf<typeof documentDetails>
