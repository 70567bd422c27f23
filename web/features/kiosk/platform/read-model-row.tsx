import { Badge, Text } from '@mantine/core'
import type { ReadModel } from '#schemas/resources/read-models.ts'
import { listReadModels, skipEvent } from '#schemas/resources/read-models.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { Rebuilding } from '#web/features/kiosk/platform/rebuilding.tsx'
import { useOperation } from '#web/features/kiosk/platform/use-operation.ts'
import { callApi } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'

const stateOf = ({ error, outdated, caught_up }: ReadModel) => {
  if (error !== null) return { text: 'Stands still', color: 'red' }
  if (outdated) return { text: 'Of an earlier version', color: 'orange' }
  return caught_up ? { text: 'Caught up', color: 'green' } : { text: 'Behind', color: 'orange' }
}

/** Places in the log that lie between it and the newest event; not each holds an event. */
const lagOf = ({ position, log_position }: ReadModel): string => {
  const lag = BigInt(log_position ?? 0) - BigInt(position ?? 0)
  return lag > 0n ? ` (${lag.toLocaleString('en-GB')} behind)` : ''
}

/** One read model, why it stands still if it does, and what can be done about it. */
export const ReadModelRow = ({ model }: { model: ReadModel }) => {
  const { name, position, rows, size, error, stopped_at } = model
  const state = stateOf(model)
  const skip = useOperation<string>(oneQuery(listReadModels).queryKey, (position) =>
    callApi(skipEvent, { body: { position } }),
  )
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="State">
        <Badge variant="dot" size="md" color={state.color} tt="none">
          {state.text}
        </Badge>
        {error !== null && <Text size="sm">{error}</Text>}
        {stopped_at && (
          <ConfirmButton
            title="Skip an event"
            question={`All read models that stand still at ${stopped_at.type} (${stopped_at.position}) go on without it, for good. What it tells is missing in them.`}
            answers={['No, Go Back', 'Yes, Skip']}
            onYes={() => skip.mutateAsync(stopped_at.position)}
          >
            Skip the event
          </ConfirmButton>
        )}
      </td>
      <td data-label="Place in the log">{`${position ?? 'none'}${lagOf(model)}`}</td>
      <td data-label="Rows">{rows.toLocaleString('en-GB')}</td>
      <td data-label="Size">{humanReadableSize(size)}</td>
      <td data-label="Rebuild">
        <Rebuilding name={name} known={model.rebuild} />
      </td>
    </tr>
  )
}
