import { useSuspenseQuery } from '@tanstack/react-query'
import { humanReadableSize } from '#schemas/file-size.ts'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { listReadModels } from '#web/lib/calls/read-models.ts'
import { counted } from '#web/lib/counted.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The read models of the answering process, by their place in the log. */
export const ReadModelsPanel = () => {
  const models = useSuspenseQuery({ ...oneQuery(listReadModels), staleTime: 0 }).data
  return (
    <Panel title="Read models" wide>
      <Rows label="Read models">
        {models.map(({ name, rows, size, caught_up, error }) => (
          <Row
            key={name}
            name={name}
            detail={`${counted(rows, 'row', 'rows')}, ${humanReadableSize(size)}, ${error ?? (caught_up ? 'caught up' : 'behind')}`}
          />
        ))}
      </Rows>
    </Panel>
  )
}
