import type { Client } from '#schemas/resources/clients.ts'
import { TextLink } from '#web/components/links.tsx'
import type { Column } from '#web/components/list/column.ts'

export const clientColumns: readonly Column<Client>[] = [
  {
    name: 'name',
    label: 'Name',
    width: 360,
    cell: ({ id, name }) => (
      <TextLink to="/dashboard/clients/$id" params={{ id }} hash="/sites" c="inherit" inherit>
        {name}
      </TextLink>
    ),
  },
  { name: 'site_count', label: 'Sites', width: 110, number: true },
  { name: 'external_id', label: 'External ID', width: 180 },
]
