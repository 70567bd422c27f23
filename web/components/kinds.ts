import { nouns, type Resource, resources, withInitial } from '#schemas/nouns.ts'
import type { IconName } from '#web/components/icon.tsx'

type Shown = { icon: IconName; one: string; many: string; title: string }

/** How a noun is shown: its icon, its singular and plural, and the tab's label. */
export const kinds = Object.fromEntries(
  resources.map((many): [Resource, Shown] => {
    const { icon, one } = nouns[many]
    return [many, { icon, one, many, title: withInitial(many) }]
  }),
) as Record<Resource, Shown>
