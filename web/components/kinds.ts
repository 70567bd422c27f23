import { nouns, type Resource, resources, withInitial } from '#schemas/nouns.ts'
import type { IconName } from '#web/components/icon.tsx'

const icons: Record<Resource, IconName> = {
  clients: 'building',
  sites: 'pin',
  visits: 'calendar',
  files: 'photo',
  documents: 'file',
  categories: 'tag',
}

type Shown = { icon: IconName; one: string; many: string; title: string }

/** How a noun is shown: its icon, its singular and plural, and the tab's label. */
export const kinds = Object.fromEntries(
  resources.map((many) => [many, { icon: icons[many], one: nouns[many].one, many, title: withInitial(many) }]),
) as Record<Resource, Shown>
