import { optionalName } from '../fields.ts'
import { type DetailsOf, details, nameDetail } from './details.ts'

export const documentDetails = details({
  /** An upload without a name gets that of its file. */
  name: { ...nameDetail(), added: optionalName() },
})
export type DocumentDetails = DetailsOf<typeof documentDetails>
