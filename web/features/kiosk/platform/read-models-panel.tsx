import { useQuery } from '@tanstack/react-query'
import { listReadModels } from '#schemas/resources/read-models.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import table from '#web/components/table.module.css'
import { ReadModelRow } from '#web/features/kiosk/platform/read-model-row.tsx'
import { oneQuery } from '#web/lib/queries.ts'

/** Milliseconds between two looks. The rows are counted each time, and each is in the security log. */
const pause = 30_000

/** The read models of the answering process: their place in the log, their size, and their rebuilds. */
export const ReadModelsPanel = () => {
  const query = useQuery({ ...oneQuery(listReadModels), staleTime: 0, refetchInterval: pause })
  return (
    <Panel title="Read models" wide>
      <Loaded query={query} label="Loading read models">
        {(models) => (
          <div className={table.frame}>
            <table className={table.table} aria-label="Read models">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">State</th>
                  <th scope="col">Place in the log</th>
                  <th scope="col">Rows</th>
                  <th scope="col">Size</th>
                  <th scope="col">Rebuild</th>
                </tr>
              </thead>
              <tbody>
                {models.map((model) => (
                  <ReadModelRow key={model.name} model={model} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
