import { z } from 'zod'
import { clientDetails } from '#schemas/details/client.ts'
import { siteDetails } from '#schemas/details/site.ts'
import { optionalText } from '#schemas/text/fields.ts'

/** JSON rows may contain numbers instead of texts of digits. */
export const asText = (cell: unknown): unknown => (typeof cell === 'number' ? String(cell) : cell)

/** Own fields by their ids: JSON may hold numbers, and true or false. */
const ownCells = z
  .record(
    z.string(),
    z.preprocess(
      (cell) => (typeof cell === 'boolean' ? String(cell) : (asText(cell) ?? '')),
      z.string('The value must be text.'),
    ),
  )
  .default({})

/** `id` is that of a record of the team, as exported, or else an id in another system. */
const ids = {
  id: z.preprocess(asText, optionalText('id')),
  external_id: z.preprocess(asText, optionalText('external id')),
}

/** A row of a client. */
export const ClientRow = z.object({ ...ids, name: z.preprocess(asText, clientDetails.added.name), fields: ownCells })
export type ClientRow = z.infer<typeof ClientRow>

/**
 * A row of a site. `client` is an id, an external id or a name; `client_id` an id. An undefined field has no column: it
 * stays as it is.
 */
export const SiteRow = z.object({
  ...ids,
  name: z.preprocess(asText, siteDetails.added.name),
  postcode: z.preprocess(asText, siteDetails.added.postcode).optional(),
  client: z.preprocess(asText, optionalText('client')),
  client_id: z.preprocess(asText, optionalText('client')),
  fields: ownCells,
})
export type SiteRow = z.infer<typeof SiteRow>

/** The number of the row that has made a record, from the record's id. */
export const rowOfId = (id: string): number => Number.parseInt(id.slice(-12), 16)

/** Messages by column, in the API's wording (D-07). */
export type RowErrors = Record<string, string[]>

/** The parsed row, or its errors by column. */
export const parseRow = <Row>(schema: z.ZodType<Row>, cells: unknown): { row: Row } | { errors: RowErrors } => {
  const parsed = schema.safeParse(cells)
  if (parsed.success) return { row: parsed.data }
  const errors: RowErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.') || 'row'
    errors[field] = [...(errors[field] ?? []), message]
  }
  return { errors }
}
