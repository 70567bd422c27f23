import type { LinkProps } from '@tanstack/react-router'
import { useCan, useHolds, useTeam } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'

/** A place of the app that has a name: `name` is that of its key in the register, if it has one. */
export type Place = { name: string; label: string; to: Pick<LinkProps, 'to' | 'hash' | 'params'> }

const tabs = [
  { name: 'clients', label: 'Clients' },
  { name: 'sites', label: 'Sites' },
  { name: 'visits', label: 'Visits' },
  { name: 'files', label: 'Files' },
  { name: 'documents', label: 'Documents' },
  { name: 'categories', label: 'Categories' },
] as const

/** The places that the signed-in person may go to from everywhere. */
export const usePlaces = (): Place[] => {
  const can = useCan()
  const team = useTeam()
  const mayViewHistory = useHolds('history.view')
  const mayImport = useHolds('import')
  const mayDelete = tabs.some(({ name }) => can(`${name}.delete`))
  const lists = tabs.filter(({ name }) => can(`${name}.view`))
  const ofTeam: Place[] = team
    ? [
        ...lists.map(({ name, label }): Place => ({ name, label, to: { to: '/dashboard', hash: `/${name}` } })),
        ...(can('files.view')
          ? [{ name: 'expiring', label: 'Expiry by client', to: { to: '/dashboard/expiring' } } as const]
          : []),
        ...(mayDelete ? [{ name: 'trash', label: 'Trash', to: { to: '/dashboard/trash' } } as const] : []),
        ...(mayViewHistory ? [{ name: 'history', label: 'History', to: { to: '/dashboard/history' } } as const] : []),
        ...(mayImport ? [{ name: 'imports', label: 'Imports', to: { to: '/dashboard/imports' } } as const] : []),
        {
          name: 'team',
          label: 'Team settings',
          to: { to: '/settings/$teams/$id', params: { teams: teamWord(), id: team.id } },
        },
      ]
    : []
  return [...ofTeam, { name: 'settings', label: 'Your settings', to: { to: '/settings' } }]
}
