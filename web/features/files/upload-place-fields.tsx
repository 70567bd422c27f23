import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '#schemas/page.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { listVisitsOfSite } from '#schemas/resources/visits.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { CategoryField } from '#web/features/files/category-field.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { atSite, type UploadPlace } from '#web/features/files/upload-place.ts'
import { visitChoices } from '#web/features/files/visit-choices.ts'
import { choicesQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Props = {
  scope: FilesScope
  sites: Page<Site>
  place: UploadPlace
  onChange: (change: Partial<UploadPlace>) => void
  errors: Record<string, ReactNode>
}

/**
 * What new files hang on, as far as the scope leaves it open: a site, and where that has visits, one of them (D-04);
 * then their categories and the day they were completed.
 */
export const UploadPlaceFields = ({ scope, sites, place, onChange, errors }: Props) => {
  const mayViewVisits = useCan()('visits.view')
  const asksVisit = scope.kind !== 'visit' && place.site_id !== '' && mayViewVisits
  const visits = useQuery({
    ...choicesQuery(listVisitsOfSite, { id: place.site_id }),
    enabled: asksVisit,
  })
  return (
    <>
      {(scope.kind === 'team' || scope.kind === 'client') && (
        <SiteField
          first={sites}
          clientId={scope.kind === 'client' ? scope.client.id : undefined}
          none="Select a site…"
          required
          value={place.site_id}
          error={errors.site_id}
          onChange={(id) => onChange(atSite(id))}
        />
      )}
      {asksVisit && visits.data && visits.data.length > 0 && (
        <NativeSelect
          label="Visit"
          data={visitChoices(visits.data)}
          value={place.visit_id}
          error={errors.visit_id}
          onChange={(event) => onChange({ visit_id: event.currentTarget.value })}
        />
      )}
      <ChoicesFailure choices={visits} />
      <CategoryField
        value={place.categories}
        error={errors.categories}
        onChange={(categories) => onChange({ categories })}
      />
      <DateField
        label="Completion Date"
        value={place.completed_at}
        error={errors.completed_at}
        onChange={(completed_at) => onChange({ completed_at })}
      />
    </>
  )
}
