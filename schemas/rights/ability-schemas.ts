import { z } from 'zod'
import { roles } from './abilities.ts'

const Flags = z.object({ create: z.boolean(), update: z.boolean(), delete: z.boolean(), view: z.boolean() })

/** What a user may do, per resource. */
export const Abilities = z.object({
  clients: Flags,
  sites: Flags,
  visits: Flags,
  files: Flags,
  documents: Flags,
  categories: Flags,
})

/** Flags of a member that differ from the role's (D-01). */
export const AbilityChanges = z
  .object({
    clients: Flags.partial(),
    sites: Flags.partial(),
    visits: Flags.partial(),
    files: Flags.partial(),
    documents: Flags.partial(),
    categories: Flags.partial(),
  })
  .partial()

export const Role = z.enum(roles)
