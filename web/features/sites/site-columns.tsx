import type { Site } from '#schemas/resources/sites.ts'
import { TextLink } from '#web/components/links.tsx'
import type { Column } from '#web/components/list/column.ts'

const client: Column<Site> = {
  name: 'client_name',
  label: 'Client',
  width: 240,
  cell: ({ client_id, client_name }) => (
    <TextLink to="/dashboard/clients/$id" params={{ id: client_id }} hash="/sites" c="inherit" inherit>
      {client_name}
    </TextLink>
  ),
}

const link = ({ id }: Site, hash: string, text: string | number) => (
  <TextLink to="/dashboard/sites/$id" params={{ id }} hash={hash} c="inherit" inherit>
    {text}
  </TextLink>
)

/** The columns of sites; in the list of one client its name is left out. */
export const siteColumns = (ofClient: boolean): readonly Column<Site>[] => [
  { name: 'name', label: 'Name', width: 280, cell: (site) => link(site, '/visits', site.name) },
  ...(ofClient ? [] : [client]),
  { name: 'postcode', label: 'Postcode', width: 120, kind: 'word' },
  {
    name: 'visit_count',
    label: 'Visits',
    width: 100,
    kind: 'number',
    cell: (site) => link(site, '/visits', site.visit_count),
  },
  {
    name: 'file_count',
    label: 'Files',
    width: 100,
    kind: 'number',
    cell: (site) => link(site, '/files', site.file_count),
  },
  { name: 'external_id', label: 'External ID', width: 160 },
]
