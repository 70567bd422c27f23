import { z } from 'zod'
import { categoryDetails } from '#schemas/details/category.ts'
import { clientDetails } from '#schemas/details/client.ts'
import { documentDetails } from '#schemas/details/document.ts'
import { fileDetails } from '#schemas/details/file.ts'
import { siteDetails } from '#schemas/details/site.ts'
import { visitDetails } from '#schemas/details/visit.ts'

const of = <Fields extends z.ZodRawShape>({ recorded }: { recorded: Fields }) => {
  const schema = z.object(recorded)
  return (fields: z.input<typeof schema>) => schema.parse(fields)
}

/** A tree makes the slug of a category that is added to it. */
const { slug: _, ...unslugged } = categoryDetails.recorded

/**
 * The details of each noun as its events and commands hold them. A test names those that it is about: an optional detail
 * that is left out is null, so that a new one changes no other test.
 */
export const detailsOf = {
  client: of(clientDetails),
  site: of(siteDetails),
  visit: of(visitDetails),
  file: of(fileDetails),
  document: of(documentDetails),
  category: of(categoryDetails),
  newCategory: of({ recorded: unslugged }),
}
