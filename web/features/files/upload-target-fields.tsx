import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '#schemas/calls/page.ts'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { listVisitsOfSite, type Visit } from '#schemas/resources/visits.ts'
import { toIsoDate } from '#schemas/time/dates.ts'
import { expiryByRule, expiryRuleWords } from '#schemas/time/expiry-rule.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { useCategories } from '#web/features/files/categories.ts'
import { CategoryField } from '#web/features/files/category-field.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { atSite, type UploadTarget } from '#web/features/files/upload-target.ts'
import { visitChoices } from '#web/features/files/visit-choices.ts'
import { todayHere } from '#web/lib/dates.ts'
import { choicesQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Day = Parameters<typeof expiryByRule>[1]['completed_at']
type Target = Pick<UploadTarget, 'categories' | 'visit_id'> & { completed_at: string }
type Known = {
  categories: readonly Pick<CategoryChoice, 'id' | 'name' | 'expires_after_months'>[]
  visits: readonly Pick<Visit, 'id' | 'ended_at'>[]
}

/**
 * The expiry date that the server will give new files by the rule of their categories, for the form to show; `words` say
 * where it comes from.
 */
export const defaultExpiry = (target: Target, { categories, visits }: Known) => {
  const chosen = categories.filter(({ id }) => target.categories.includes(id))
  const visit = visits.find(({ id }) => id === target.visit_id)
  const found = expiryByRule(chosen, {
    completed_at: target.completed_at as Day,
    visitEnd: visit ? (toIsoDate(visit.ended_at) as Day) : null,
  })
  return found && { expires_at: found.expires_at, words: expiryRuleWords({ name: found.category.name, ...found }) }
}

type Props = {
  scope: FilesScope
  sites: Page<Site>
  target: UploadTarget
  onChange: (change: Partial<UploadTarget>) => void
  errors: Record<string, ReactNode>
}

/**
 * The target of new files, as far as the scope leaves it open: a site, and one of its visits when it has any (D-04);
 * then the categories, the completion date and the expiry date.
 */
export const UploadTargetFields = ({ scope, sites, target, onChange, errors }: Props) => {
  const mayViewVisits = useCan()('visits.view')
  const asksVisit = scope.kind !== 'visit' && target.site_id !== '' && mayViewVisits
  const visits = useQuery({
    ...choicesQuery(listVisitsOfSite, { id: target.site_id }),
    enabled: asksVisit,
  })
  const categories = useCategories()
  const known = {
    categories: categories ?? [],
    visits: scope.kind === 'visit' ? [scope.visit] : (visits.data ?? []),
  }
  // An upload without a completion date gets today's.
  const dated = { ...target, completed_at: target.completed_at ?? todayHere() }
  const byRule = target.expiry_by === 'category' ? defaultExpiry(dated, known) : undefined
  return (
    <>
      {(scope.kind === 'team' || scope.kind === 'client') && (
        <SiteField
          first={sites}
          clientId={scope.kind === 'client' ? scope.client.id : undefined}
          none="Select a site…"
          required
          value={target.site_id}
          error={errors.site_id}
          onChange={(id) => onChange(atSite(id))}
        />
      )}
      {asksVisit && visits.data && visits.data.length > 0 && (
        <NativeSelect
          label="Visit"
          data={visitChoices(visits.data)}
          value={target.visit_id}
          error={errors.visit_id}
          onChange={(event) => onChange({ visit_id: event.currentTarget.value })}
        />
      )}
      <ChoicesFailure choices={visits} />
      <CategoryField
        value={target.categories}
        error={errors.categories}
        onChange={(chosen) => onChange({ categories: chosen })}
      />
      <DateField
        label="Completion Date"
        value={target.completed_at}
        error={errors.completed_at}
        onChange={(completed_at) => onChange({ completed_at })}
      />
      <DateField
        label="Expiry date"
        clearable
        value={byRule?.expires_at ?? target.expires_at}
        error={errors.expires_at}
        description={byRule?.words}
        onChange={(expires_at) => onChange({ expires_at, expiry_by: 'person' })}
      />
    </>
  )
}
