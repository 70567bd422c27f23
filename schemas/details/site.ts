import { type DetailsOf, details, nameDetail, optionalTextDetail } from './details.ts'

export const siteDetails = details({
  name: nameDetail(),
  postcode: optionalTextDetail('postcode', 16),
})
export type SiteDetails = DetailsOf<typeof siteDetails>
