import type { Category } from '#schemas/resources/categories.ts'

type Requirement = NonNullable<Category['requirement']>

/** A requirement as a form holds it. */
export type RequirementValues = { of: Requirement['of']; client_ids: string[]; site_ids: string[] }

/** A form of what is not required yet begins with all sites. */
export const valuesOf = (requirement: Category['requirement']): RequirementValues => ({
  of: requirement?.of ?? 'all',
  client_ids: [...(requirement?.client_ids ?? [])],
  site_ids: [...(requirement?.site_ids ?? [])],
})
