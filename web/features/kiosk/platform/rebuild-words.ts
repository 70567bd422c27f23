import type { Rebuild } from '#schemas/resources/read-models.ts'
import { counted } from '#web/lib/counted.ts'

/** How far a rebuild is: 'Building: 34%, 12 seconds left'. */
export const rebuildWords = ({ state, share, seconds_left, reason }: Rebuild): string => {
  switch (state) {
    case 'building': {
      const left = seconds_left === null ? '' : `, ${counted(seconds_left, 'second', 'seconds')} left`
      return `Building: ${Math.round(share * 100)}%${left}`
    }
    case 'ready':
      return 'Built, not in place yet'
    case 'swapped':
      return 'In place'
    case 'rolled-back':
      return 'The former file is back in place'
    default:
      return `Failed: ${reason}`
  }
}

type Difference = NonNullable<Rebuild['difference']>

/** How the rebuilt rows differ from the live ones. */
export const differenceWords = (tables: Difference): string => {
  const differing = tables.filter(({ only_live, only_rebuilt }) => only_live + only_rebuilt > 0)
  if (differing.length === 0) return 'The same rows as before'
  return differing
    .map(({ table, only_live, only_rebuilt, keys }) => {
      const such = keys.length > 0 ? `, such as ${keys.slice(0, 3).join(', ')}` : ''
      return `${table}: ${only_live} only before, ${only_rebuilt} only rebuilt${such}`
    })
    .join('; ')
}
