import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { siteCompliance } from '#schemas/resources/compliance.ts'
import { listFilesOfSite } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { counted } from '#schemas/text/counted.ts'
import { Expiry } from '#web/components/expiry.tsx'
import { TextLink } from '#web/components/links.tsx'
import { type Fact, RecordFacts } from '#web/components/record/facts.tsx'
import { dueFilter } from '#web/lib/due.ts'
import { filesBy } from '#web/lib/list-address.ts'
import { listQuery, oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useFree } from '#web/lib/when-answered.ts'

/** How many files of a site are due and when the first is, with the way to them, once the page's lists are there. */
const DueFiles = ({ site: { id, file_count } }: { site: Site }) => {
  const search = { expires: dueFilter(), sort: 'expires_at' }
  const query = listQuery(listFilesOfSite, { id }, filesBy('site', search))
  const { data, error } = useInfiniteQuery({ ...query, enabled: useFree() && file_count > 0 })
  const [page] = data?.pages ?? []
  const [first] = page?.rows ?? []
  const files = counted(file_count, 'file', 'files')
  if (file_count === 0 || error) return files
  if (!page) return `… of ${files}`
  if (!first) return `None of ${files}`
  return (
    <>
      <TextLink to="/dashboard/sites/$id" params={{ id }} search={search} hash="/files" inherit underline="always">
        {page.total} of {files}
      </TextLink>
      {', first '}
      <Expiry bare expiresAt={first.expires_at} />
    </>
  )
}

/** What is required of a site, and whether it has it, in one line that leads to its table. */
const Compliance = ({ id }: { id: Site['id'] }) => {
  const { data } = useQuery({ ...oneQuery(siteCompliance, { id }), enabled: useFree() })
  const words = () => {
    if (!data) return '…'
    const { required, missing, expired } = data
    if (required === 0) return 'nothing required'
    const lacks = [missing > 0 && `${missing} missing`, expired > 0 && `${expired} expired`]
    return [`${required - missing - expired} of ${required} valid`, ...lacks].filter(Boolean).join(', ')
  }
  return (
    <TextLink to="/dashboard/sites/$id" params={{ id }} hash="/compliance" inherit underline="always">
      {words()}
    </TextLink>
  )
}

/** What is known of a site: where it is, whose it is, what is due there, and whether it has what is required. */
export const SiteFacts = ({ site }: { site: Site }) => {
  const can = useCan()
  const facts: (Fact | false)[] = [
    site.postcode !== null && { label: 'Postcode', value: site.postcode },
    {
      label: 'Client',
      above: true,
      value: (
        <TextLink to="/dashboard/clients/$id" params={{ id: site.client_id }} hash="/sites" c="inherit" inherit>
          {site.client_name}
        </TextLink>
      ),
    },
    can('files.view') && { label: 'Compliance', value: <Compliance id={site.id} />, later: 10 },
    can('files.view') && { label: 'Due', value: <DueFiles site={site} />, later: 20 },
  ]
  return <RecordFacts of="sites" record={site} facts={facts.filter((fact) => fact !== false)} />
}
