import { z } from 'zod'
import { listLooks, lookKinds } from '#schemas/calls/sort-columns.ts'

/** The most columns that are told of, and the widest, in pixels. */
const maxColumns = 40
const widest = 2000

const name = z.string().max(64)

/**
 * How somebody sees the lists of one kind: as cards or a table, without some columns, some of them wider or narrower; or
 * which parts of the overview they have folded.
 */
export const ListLook = z
  .object({
    kind: z.enum(lookKinds, 'The selected kind is invalid.'),
    look: z.enum(listLooks, 'The look must be cards or table.'),
    hidden: z
      .array(name, 'The hidden columns are required.')
      .max(maxColumns, `There can be at most ${maxColumns} columns.`)
      .meta({ description: 'Names of columns; of the overview: `recent`, what was done and opened last.' }),
    widths: z
      .record(name, z.int().min(1).max(widest), 'The widths are required.')
      .refine((widths) => Object.keys(widths).length <= maxColumns, `There can be at most ${maxColumns} columns.`)
      .meta({ description: 'In pixels, by names of columns.' }),
  })
  .meta({ id: 'ListLook' })
export type ListLook = z.infer<typeof ListLook>
