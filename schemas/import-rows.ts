import { z } from 'zod'
import { optionalText, requiredText } from './fields.ts'

/** Files of JSON may say numbers where a table says their digits. */
const asText = (cell: unknown): unknown => (typeof cell === 'number' ? String(cell) : cell)

const external_id = z.preprocess(asText, optionalText('external id'))
const name = z.preprocess(asText, requiredText('name'))

/** A row about a client. */
export const ClientRow = z.object({ external_id, name })
export type ClientRow = z.infer<typeof ClientRow>

/**
 * A row about a site. `client` is an id, an external id or a name; `client_id` an id. What is undefined has no column:
 * it stays as it is.
 */
export const SiteRow = z.object({
  external_id,
  name,
  postcode: z.preprocess(asText, optionalText('postcode', 16)).optional(),
  client: z.preprocess(asText, optionalText('client')),
  client_id: z.preprocess(asText, optionalText('client')),
})
export type SiteRow = z.infer<typeof SiteRow>

/** Messages by column, as the API words them (D-07). */
export type RowErrors = Record<string, string[]>

/** The parsed row, or what is wrong with it by column. */
export const parseRow = <Row>(schema: z.ZodType<Row>, cells: unknown): { row: Row } | { errors: RowErrors } => {
  const parsed = schema.safeParse(cells)
  if (parsed.success) return { row: parsed.data }
  const errors: RowErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? 'row')
    errors[field] = [...(errors[field] ?? []), message]
  }
  return { errors }
}
