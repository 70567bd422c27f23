import type { LinkProps } from '@tanstack/react-router'
import { resources, withInitial } from '#schemas/nouns.ts'
import { useCan, useHolds, useTeam } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'

/**
 * A place of the app that has a name: `name` is that of its key in the register, if it has one; `also` are other words by
 * which people look for it.
 */
export type Place = {
  name: string
  label: string
  also?: string
  to: Pick<LinkProps, 'to' | 'hash' | 'params' | 'search'>
}

/** The places that the signed-in person may go to from everywhere. */
export const usePlaces = (): Place[] => {
  const can = useCan()
  const team = useTeam()
  const mayViewHistory = useHolds('history.view')
  const mayImport = useHolds('import')
  const mayShare = useHolds('share')
  const mayDelete = resources.some((name) => can(`${name}.delete`))
  const lists = resources.filter((name) => can(`${name}.view`))
  const ofTeam: Place[] = team
    ? [
        ...lists.map((name): Place => ({ name, label: withInitial(name), to: { to: '/dashboard', hash: `/${name}` } })),
        ...(can('files.view')
          ? ([
              { name: 'expiring', label: 'Expiry by client', also: 'expiring', to: { to: '/dashboard/expiring' } },
              {
                name: 'expired',
                label: 'Expired files',
                to: { to: '/dashboard', search: { expires: 'expired', sort: 'expires_at' }, hash: '/files' },
              },
            ] as const)
          : []),
        ...(mayShare ? [{ name: 'shares', label: 'Share links', to: { to: '/dashboard/shares' } } as const] : []),
        ...(mayDelete ? [{ name: 'trash', label: 'Trash', to: { to: '/dashboard/trash' } } as const] : []),
        ...(mayViewHistory ? [{ name: 'history', label: 'History', to: { to: '/dashboard/history' } } as const] : []),
        ...(mayImport ? [{ name: 'imports', label: 'Imports', to: { to: '/dashboard/imports' } } as const] : []),
        {
          name: 'team',
          label: 'Team settings',
          to: { to: '/settings/$teams/$id', params: { teams: teamWord(), id: team.id } },
        },
        {
          name: 'members',
          label: 'Members',
          also: 'people users invite invitations',
          to: { to: '/settings/$teams/$id', params: { teams: teamWord(), id: team.id }, hash: '/members' },
        },
      ]
    : []
  return [...ofTeam, { name: 'settings', label: 'Your settings', also: 'profile account', to: { to: '/settings' } }]
}
