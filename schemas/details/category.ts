import { requiredText } from '../fields.ts'
import { slugPattern } from '../team-slug.ts'
import { type DetailsOf, details, nameDetail, requiredTextDetail } from './details.ts'

const slug = requiredText('slug').regex(
  slugPattern,
  'The slug may only contain letters, numbers, dashes and underscores.',
)

export const categoryDetails = details({
  name: nameDetail(),
  slug: { ...requiredTextDetail('slug'), added: slug, changed: slug },
})
export type CategoryDetails = DetailsOf<typeof categoryDetails>
