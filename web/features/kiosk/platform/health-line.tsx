import { Text } from '@mantine/core'
import { showKioskBilling } from '#schemas/resources/kiosk-billing.ts'
import { listQueues } from '#schemas/resources/queues.ts'
import { listReadModels } from '#schemas/resources/read-models.ts'
import { showStorage } from '#schemas/resources/storage.ts'
import { Icon } from '#web/components/icon.tsx'
import { type Trouble, troublesOf } from '#web/features/kiosk/platform/health-words.ts'
import { useFresh } from '#web/lib/queries.ts'

const Line = ({ text, urgent }: Trouble) => (
  <Text c={urgent ? 'var(--mantine-color-error)' : 'inherit'} fw={600}>
    <Icon name="alert" size={16} /> {text}
  </Text>
)

/** Says first that all is well, or what is not. */
export const HealthLine = () => {
  const models = useFresh(listReadModels)
  const queues = useFresh(listQueues)
  const billing = useFresh(showKioskBilling)
  const storage = useFresh(showStorage)
  const failed = [models, queues, billing, storage].some(({ isError }) => isError)
  const known = models.data && queues.data && billing.data && storage.data
  const troubles = known
    ? troublesOf({ models: models.data, queues: queues.data, billing: billing.data, storage: storage.data })
    : []
  return (
    <div role="status" style={{ gridColumn: '1 / -1' }}>
      {failed && <Line text="Part of what stands below could not be asked" urgent />}
      {troubles.map((trouble) => (
        <Line key={trouble.text} {...trouble} />
      ))}
      {!(failed || known) && <Text c="dimmed">Looking at everything …</Text>}
      {!failed && known && troubles.length === 0 && (
        <Text fw={600}>
          <Icon name="check" size={16} /> All is well
        </Text>
      )}
    </div>
  )
}
