import { nouns, type Resource } from '#schemas/nouns.ts'
import { counted } from './counted.ts'

/** What was made of nouns, as far as there is any: '1 client', '2 sites'. */
export const madeWords = (made: Partial<Record<Resource, number>>): string[] =>
  (Object.entries(made) as [Resource, number][]).flatMap(([noun, count]) =>
    count > 0 ? [counted(count, nouns[noun].one, noun)] : [],
  )
