import { slugPattern } from '#schemas/records/team-slug.ts'
import { requiredText } from '#schemas/text/fields.ts'
import { type DetailsOf, details, nameDetail, optionalCountDetail, requiredTextDetail } from './details.ts'

const slug = requiredText('slug').regex(
  slugPattern,
  'The slug may only contain letters, numbers, dashes and underscores.',
)

export const categoryDetails = details({
  name: nameDetail(),
  slug: { ...requiredTextDetail('slug'), added: slug, changed: slug },
  /** Months after which new files of the category expire, where their upload says no date. */
  expires_after_months: optionalCountDetail('number of months', 240),
})
export type CategoryDetails = DetailsOf<typeof categoryDetails>
