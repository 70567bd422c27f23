import type { LinkProps } from '@tanstack/react-router'
import { type Resource, resources } from '#schemas/nouns.ts'
import type { IconName } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { useSeesShares } from '#web/components/share-target.ts'
import { dueFilter } from '#web/lib/due.ts'
import { parseHash } from '#web/lib/hash-tab.ts'
import { useCan, useHolds, useTeam } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'
import { useMayDelete } from '#web/lib/use-may-delete.ts'

export type PlaceGroupName = 'Records' | 'Team'

/**
 * A place of the app that has a name: `name` is that of its key in the register, if it has one, and the first word of its
 * address below the dashboard; `also` are other words by which people look for it; `group` says where the sidebar has it,
 * if it has it.
 */
export type Place = {
  name: string
  label: string
  icon: IconName
  group?: PlaceGroupName
  also?: string
  to: Pick<LinkProps, 'to' | 'hash' | 'params' | 'search'>
}

/** The places that the signed-in person may go to from everywhere, in the order of the sidebar. */
export const usePlaces = (): Place[] => {
  const can = useCan()
  const team = useTeam()
  const mayViewHistory = useHolds('history.view')
  const mayImport = useHolds('import')
  const mayPack = useHolds('history.view', 'export')
  const seesShares = useSeesShares()
  const mayDelete = useMayDelete()
  const settings: Place = {
    name: 'settings',
    label: 'Your settings',
    icon: 'edit',
    also: 'profile account',
    to: { to: '/settings' },
  }
  if (!team) return [settings]
  const filesThat = (expires: string) =>
    ({ to: '/dashboard', search: { expires, sort: 'expires_at' }, hash: '/files' }) as const
  const ofTeam = { to: '/settings/$teams/$id', params: { teams: teamWord(), id: team.id } } as const
  const ofFiles: Place[] = [
    { name: 'due', label: 'Due', icon: 'bell', group: 'Records', also: 'expiring', to: filesThat(dueFilter()) },
    { name: 'expired', label: 'Expired files', icon: 'bell', to: filesThat('expired') },
  ]
  const ofNoun = (name: Resource): Place => {
    const { title: label, icon } = kinds[name]
    return { name, label, icon, group: 'Records', to: { to: '/dashboard', hash: `/${name}` } }
  }
  const compliance: Place = {
    name: 'compliance',
    label: 'Compliance',
    icon: 'check',
    group: 'Records',
    also: 'required missing expiry by client',
    to: { to: '/dashboard', hash: '/compliance' },
  }
  const places: (Place | false)[] = [
    ...(can('files.view') ? ofFiles : []),
    ...resources.flatMap((name) => [
      can(`${name}.view`) && ofNoun(name),
      name === 'sites' && can('files.view') && compliance,
    ]),
    mayViewHistory && {
      name: 'history',
      label: 'History',
      icon: 'history',
      group: 'Team',
      to: { to: '/dashboard/history' },
    },
    mayPack && { name: 'packs', label: 'Evidence packs', icon: 'file', group: 'Team', to: { to: '/dashboard/packs' } },
    mayImport && { name: 'imports', label: 'Imports', icon: 'upload', group: 'Team', to: { to: '/dashboard/imports' } },
    seesShares && {
      name: 'shares',
      label: 'Share links',
      icon: 'share',
      group: 'Team',
      to: { to: '/dashboard/shares' },
    },
    mayDelete && { name: 'trash', label: 'Trash', icon: 'trash', group: 'Team', to: { to: '/dashboard/trash' } },
    { name: 'team', label: 'Team settings', icon: 'edit', to: ofTeam },
    {
      name: 'members',
      label: 'Members',
      icon: 'edit',
      also: 'people users invite invitations',
      to: { ...ofTeam, hash: '/members' },
    },
    settings,
  ]
  return places.filter((place) => place !== false)
}

/** Where the browser is. */
type Whereabouts = { pathname: string; hash: string; search: { expires?: string; view?: string } }

/** The name of the place that an address lies in, or the id of the saved view: of its list, or of its record. */
export const placeAt = ({ pathname, hash, search }: Whereabouts, places: readonly Place[]): string | undefined => {
  const [, page, part] = pathname.split('/')
  if (page !== 'dashboard' || part) return page === 'dashboard' ? part : undefined
  if (search.view) return search.view
  const { tab } = parseHash(hash)
  if (tab === 'files' && search.expires === dueFilter()) return 'due'
  return tab || places.find(({ to }) => to.to === '/dashboard' && !to.search)?.name
}
