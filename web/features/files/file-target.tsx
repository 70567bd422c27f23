import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Site } from '#schemas/resources/sites.ts'
import { listVisitsOfSite } from '#schemas/resources/visits.ts'
import { siteChoices } from '#web/components/site-choices.ts'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { choicesQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Props = {
  scope: FilesScope
  sites: readonly Site[]
  siteId: string
  siteField: NativeSelectProps
  visitField: NativeSelectProps
}

/** What a file hangs on, as far as the scope leaves it open: a site, and where that has visits, one of them (D-04). */
export const FileTarget = ({ scope, sites, siteId, siteField, visitField }: Props) => {
  const mayViewVisits = useCan()('visits.view')
  const asksVisit = scope.kind !== 'visit' && siteId !== '' && mayViewVisits
  const visits = useQuery({ ...choicesQuery(listVisitsOfSite, { id: siteId }), enabled: asksVisit }).data ?? []
  return (
    <>
      {(scope.kind === 'team' || scope.kind === 'client') && (
        <NativeSelect
          label="Site"
          required
          withAsterisk={false}
          data={siteChoices(sites, scope.kind === 'team')}
          {...siteField}
        />
      )}
      {asksVisit && visits.length > 0 && (
        <NativeSelect
          label="Visit"
          data={[{ value: '', label: 'N/A' }, ...visits.map(({ id, name }) => ({ value: id, label: name }))]}
          {...visitField}
        />
      )}
    </>
  )
}
