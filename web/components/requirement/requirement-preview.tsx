import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Client } from '#schemas/resources/clients.ts'
import { complianceSummary } from '#schemas/resources/compliance.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { counted } from '#schemas/text/counted.ts'
import type { RequirementValues } from '#web/components/requirement/requirement-values.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

/** Files that are looked through for the sites that have one; of more the answer would take too long. */
const most = 1000

type Clients = readonly Pick<Client, 'id' | 'site_count'>[]

/** How many sites a requirement means. */
const meantBy = ({ of, client_ids, site_ids }: RequirementValues, all: number, clients: Clients): number => {
  if (of === 'all') return all
  if (of === 'sites') return site_ids.length
  return clients.reduce((sum, { id, site_count }) => sum + (client_ids.includes(id) ? site_count : 0), 0)
}

/** 'It means 12 sites. 4 of them have no file of it yet.' */
const wordsOf = (meant: number, missing: number | undefined): string => {
  const sites = `It means ${counted(meant, 'site', 'sites')}.`
  if (missing === undefined || meant === 0) return sites
  if (missing === 0) return `${sites} All of them have a file of it.`
  return `${sites} ${missing.toLocaleString('en-GB')} of them ${missing === 1 ? 'has' : 'have'} no file of it yet.`
}

type Props = { category: string; values: RequirementValues; clients: Clients | undefined }

/** How many sites a requirement means as it is filled in, and how many of them would miss it. */
export const RequirementPreview = ({ category, values, clients = [] }: Props) => {
  const mayView = useCan()('files.view')
  const summary = useQuery({ ...oneQuery(complianceSummary), enabled: mayView })
  const files = useQuery({ ...oneQuery(listFiles, {}, { category, limit: most }), enabled: mayView })
  if (!summary.data || !files.data) return null
  const { of, client_ids, site_ids } = values
  const isMeant = ({ id, client_id }: { id: string; client_id: string }) =>
    of === 'all' || (of === 'clients' ? client_ids.includes(client_id) : site_ids.includes(id))
  const having = new Set(files.data.flatMap(({ site }) => (isMeant(site) ? [site.id] : [])))
  const meant = meantBy(values, summary.data.sites, clients)
  const missing = files.data.length < most ? Math.max(0, meant - having.size) : undefined
  return (
    <Text size="md" role="status">
      {wordsOf(meant, missing)}
    </Text>
  )
}
