import { type DetailsOf, details, nameDetail, optionalTextDetail, ownFieldsDetail } from './details.ts'

export const siteDetails = details({
  name: nameDetail(),
  postcode: optionalTextDetail('postcode', 16),
  fields: ownFieldsDetail(),
})
export type SiteDetails = DetailsOf<typeof siteDetails>
