import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listReadModels, type ReadModel, skipEvent } from '#schemas/resources/read-models.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import { Rebuilding } from '#web/features/kiosk/platform/rebuilding.tsx'
import { useOperation } from '#web/features/kiosk/platform/use-operation.ts'
import { callApi } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Milliseconds between two looks. The rows are counted each time, and each is in the security log. */
const pause = 30_000

const query = oneQuery(listReadModels)

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

/** Whether a read model follows the log, why it stands still if it does, and what can be done about it. */
const ReadModelState = ({ model }: { model: ReadModel }) => {
  const { error, stopped_at } = model
  const state = stateOf(model)
  const skip = useOperation<string>(query.queryKey, (position) => callApi(skipEvent, { body: { position } }))
  return (
    <>
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
    </>
  )
}

/** The read models of all replicas: their place in the log, their size, and their rebuilds. */
export const ReadModelsPanel = () => {
  const models = useQuery({ ...query, staleTime: 0, refetchInterval: pause })
  return (
    <Loaded query={models} label="Loading read models">
      {(shown) => (
        <PlainTable
          label="Read models"
          columns={[
            { heading: 'Name', cell: ({ name }) => name },
            { heading: 'Replica', cell: ({ replica }) => replica },
            { heading: 'State', cell: (model) => <ReadModelState model={model} /> },
            { heading: 'Place in the log', cell: (model) => `${model.position ?? 'none'}${lagOf(model)}` },
            { heading: 'Rows', cell: ({ rows }) => rows.toLocaleString('en-GB') },
            { heading: 'Size', cell: ({ size }) => humanReadableSize(size) },
            {
              heading: 'Rebuild',
              // What is done to it is done on all replicas.
              cell: (model) =>
                shown.find(({ name }) => name === model.name) === model && (
                  <Rebuilding name={model.name} known={model.rebuild} />
                ),
            },
          ]}
          rows={shown}
          keyOf={({ name, replica }) => `${name} ${replica}`}
        />
      )}
    </Loaded>
  )
}
