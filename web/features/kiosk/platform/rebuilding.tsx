import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  discardRebuild,
  listReadModels,
  type Rebuild,
  rollBackRebuild,
  showRebuild,
  startRebuild,
  swapRebuild,
} from '#schemas/resources/read-models.ts'
import { counted } from '#schemas/text/counted.ts'
import { useOperation } from '#web/features/kiosk/platform/use-operation.ts'
import { callApi } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'

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

/** Milliseconds between two looks at a rebuild that runs. */
const pause = 1000

const models = oneQuery(listReadModels).queryKey

type Named = { params: { name: string } }

const actions = {
  start: { label: 'Rebuild', act: (of: Named): Promise<unknown> => callApi(startRebuild, of) },
  swap: { label: 'Put in place', act: (of: Named): Promise<unknown> => callApi(swapRebuild, of) },
  discard: { label: 'Give up', act: (of: Named): Promise<unknown> => callApi(discardRebuild, of) },
  rollBack: { label: 'Roll back', act: (of: Named): Promise<unknown> => callApi(rollBackRebuild, of) },
}
type Action = keyof typeof actions

/** The actions in each state; a rebuild that is over can be followed by another. */
const possible: Record<Rebuild['state'], readonly Action[]> = {
  building: ['discard'],
  ready: ['swap', 'discard'],
  swapped: ['rollBack', 'start'],
  'rolled-back': ['start'],
  failed: ['start'],
}

/**
 * The rebuild as it is, looked at often while it runs; once it does not, the list is asked for again. While something is
 * done to it nobody looks: there may be none any more.
 */
const useRebuild = (name: string, known: Rebuild | null, isChanging: boolean): Rebuild | null => {
  const queries = useQueryClient()
  const query = oneQuery(showRebuild, { name })
  const runs = known?.state === 'building'
  const followed = useQuery({
    ...query,
    queryFn: async () => {
      const { data } = await callApi(showRebuild, { params: { name } })
      if (data.state !== 'building') void queries.invalidateQueries({ queryKey: models })
      return data
    },
    enabled: runs && !isChanging,
    staleTime: 0,
    refetchInterval: pause,
  })
  return runs ? (followed.data ?? known) : known
}

type Props = { name: string /** The last rebuild, as the list of read models has it. */; known: Rebuild | null }

/** The rebuild of a read model: how far it is, how its result differs, and what can be done with it. */
export const Rebuilding = ({ name, known }: Props) => {
  const operation = useOperation<Action>(models, (action) => actions[action].act({ params: { name } }))
  const rebuild = useRebuild(name, known, operation.isPending)
  return (
    <>
      {rebuild && (
        <Text size="sm" role="status">
          {rebuildWords(rebuild)}
        </Text>
      )}
      {rebuild?.difference && <Text size="sm">{differenceWords(rebuild.difference)}</Text>}
      <Group gap="xs">
        {(rebuild ? possible[rebuild.state] : (['start'] as const)).map((action) => (
          <Button
            key={action}
            variant="default"
            size="xs"
            disabled={operation.isPending}
            aria-label={`${actions[action].label}: ${name}`}
            onClick={() => operation.mutate(action)}
          >
            {actions[action].label}
          </Button>
        ))}
      </Group>
    </>
  )
}
