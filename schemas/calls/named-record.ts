import { z } from 'zod'

/** The nouns of records that lie somewhere, in the singular. */
export const placedKinds = ['client', 'site', 'visit', 'file', 'document'] as const

/** A record by its noun in the singular and its id, named as `site/ID`. */
export type NamedRecord<Kind extends string> = { kind: Kind; id: string }

/** A field that names a record of one of some nouns. */
export const namedRecord = <const Kind extends string>(field: string, kinds: readonly Kind[]) => {
  const error = `The selected ${field} is invalid.`
  return z
    .string({ error })
    .regex(new RegExp(`^(${kinds.join('|')})/[0-9a-f-]{36}$`), error)
    .transform((text) => {
      const [kind, id] = text.split('/')
      return { kind, id } as NamedRecord<Kind>
    })
}
