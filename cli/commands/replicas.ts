import { rowsCommand } from '#cli/command.ts'
import { listReplicas, type Replica } from '#schemas/resources/replicas.ts'

const stateOf = ({ lag, building, cannot_read }: Replica): string => {
  if (cannot_read.length > 0) return `cannot read ${cannot_read.join(', ')} of others`
  if (building.length > 0) return `builds ${building.join(', ')}`
  return lag > 0 ? `${lag} s behind` : 'up to date'
}

/** The processes of the installation that announced themselves in the last ten seconds. */
export const replicas = rowsCommand(
  {
    name: 'replicas',
    summary: 'List the processes of the installation: version, place in the log, what they build',
    examples: ['replicas', 'replicas --json'],
  },
  (server) => server.call(listReplicas),
  { Name: 'name', Role: 'role', Version: 'version', Since: 'started_at', Position: 'position', State: stateOf },
)
