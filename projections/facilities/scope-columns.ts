import type { ScopedColumns } from '#projections/engine/scoped.ts'
import { nouns, type Resource } from '#schemas/nouns.ts'

/** The columns of a noun's table, under an alias, that a scope restricts (D-57): what its records are, or lie in. */
export const scopeColumns = (noun: Resource, alias: string = noun): ScopedColumns => {
  const team = `${alias}.team_id`
  if (noun === 'clients') return { team, client: `${alias}.id` }
  if (nouns[noun].parent === null) return { team }
  return { team, client: `${alias}.client_id`, site: noun === 'sites' ? `${alias}.id` : `${alias}.site_id` }
}

/** The condition for the records of a noun's table, under an alias, that are neither in the trash nor in something that is (D-10). */
export const shownIn = (noun: Resource, alias: string = noun): string =>
  nouns[noun].parent === null ? `${alias}.trash_id IS NULL` : `${alias}.hidden = 0`
