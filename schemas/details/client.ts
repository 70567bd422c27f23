import { type DetailsOf, details, nameDetail } from './details.ts'

export const clientDetails = details({ name: nameDetail() })
export type ClientDetails = DetailsOf<typeof clientDetails>
