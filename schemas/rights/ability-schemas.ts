import { z } from 'zod'
import { type Resource, resources } from '#schemas/nouns.ts'
import { roles } from './abilities.ts'

const Flags = z.object({ create: z.boolean(), update: z.boolean(), delete: z.boolean(), view: z.boolean() })

const ofEach = <Schema extends z.ZodType>(schema: Schema) =>
  z.object(Object.fromEntries(resources.map((each) => [each, schema])) as Record<Resource, Schema>)

/** The abilities of a user, per resource. */
export const Abilities = ofEach(Flags)

/** Flags of a member that differ from the role's (D-01). */
export const AbilityChanges = ofEach(Flags.partial()).partial()

export const Role = z.enum(roles)
