import { type DetailsOf, details, nameDetail, ownFieldsDetail } from './details.ts'

export const clientDetails = details({ name: nameDetail(), fields: ownFieldsDetail() })
export type ClientDetails = DetailsOf<typeof clientDetails>
