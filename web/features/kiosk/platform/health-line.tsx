import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { showKioskBilling } from '#schemas/resources/kiosk-billing.ts'
import { listLeftOutPasses, listQueues } from '#schemas/resources/queues.ts'
import { listReadModels } from '#schemas/resources/read-models.ts'
import { listReplicas } from '#schemas/resources/replicas.ts'
import { showStorage } from '#schemas/resources/storage.ts'
import { Icon } from '#web/components/icon.tsx'
import { type Trouble, type Troubles, troublesOf } from '#web/features/kiosk/platform/health-words.ts'
import { oneQuery } from '#web/lib/queries.ts'

const Line = ({ text, urgent }: Trouble) => (
  <Text c={urgent ? 'var(--mantine-color-error)' : 'inherit'} fw={600}>
    <Icon name="alert" size={16} /> {text}
  </Text>
)

/** Each look is in the security log. */
const often = { staleTime: 0, refetchInterval: 30_000 }

/** What is wrong with each part of the installation once all is known, and of which nothing could be learned. */
export const useHealth = () => {
  const replicas = useQuery({ ...oneQuery(listReplicas), ...often })
  const models = useQuery({ ...oneQuery(listReadModels), ...often })
  const queues = useQuery({ ...oneQuery(listQueues), ...often })
  const passes = useQuery({ ...oneQuery(listLeftOutPasses), ...often })
  const billing = useQuery({ ...oneQuery(showKioskBilling), ...often })
  const storage = useQuery({ ...oneQuery(showStorage), ...often })
  const failed = Object.entries({ replicas, models, queues, passes, billing, storage }).flatMap(
    ([part, { isError }]) => (isError ? [part] : []),
  )
  const known = replicas.data && models.data && queues.data && passes.data && billing.data && storage.data
  const troubles =
    known &&
    troublesOf({
      replicas: replicas.data,
      models: models.data,
      queues: queues.data,
      passes: passes.data,
      billing: billing.data,
      storage: storage.data,
    })
  return { failed, troubles }
}

type Props = { failed: boolean /** Undefined before all is known. */; troubles: Troubles | undefined }

/** Says first that all is well, or what is not. */
export const HealthLine = ({ failed, troubles }: Props) => {
  const said = troubles && Object.values(troubles).flat()
  return (
    <div role="status" style={{ gridColumn: '1 / -1' }}>
      {failed && <Line text="Part of what stands below could not be asked" urgent />}
      {said?.map((trouble) => (
        <Line key={trouble.text} {...trouble} />
      ))}
      {!(failed || said) && <Text c="dimmed">Looking at everything …</Text>}
      {!failed && said?.length === 0 && (
        <Text fw={600}>
          <Icon name="check" size={16} /> All is well
        </Text>
      )}
    </div>
  )
}
