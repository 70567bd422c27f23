import { importsDecider } from '#api/domain/imports.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { importsStream } from '#api/event-store/streams.ts'
import type { ImportRow } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId } from '#schemas/ids.ts'
import { untilCaughtUp } from './catching-up.ts'
import { stepOf } from './ids.ts'
import type { ImportTools } from './tools.ts'

/**
 * Ends a run of files, and returns the position of its end; or, unless they are left, how many of its files are still
 * awaited. A manifest has to be planned to its end first.
 */
export const finishFiles = async (
  tools: ImportTools,
  teamId: TeamId,
  run: ImportRow,
  leave: boolean,
  context: CommandContext,
): Promise<{ wanted: number } | { position: string | null }> => {
  await untilCaughtUp(tools)
  const plan = tools.imports.planOf(run.id)
  const { files, done, came } = tools.imports.planCounts(run.id)
  const wanted = plan?.planned_at ? files - done : run.rows
  // Of a manifest that is not planned to its end nobody knows what would be left.
  if (wanted > 0 && !(leave && plan?.planned_at) && !run.finished_at) return { wanted }
  const refused = plan?.plan_refused ?? 0
  const counts = {
    created: came,
    updated: 0,
    unchanged: Math.max(0, run.rows - files - refused) + done - came,
    refused,
    clientsCreated: tools.imports.clientsFor(run.id, run.kind),
    unknownColumns: JSON.parse(plan?.plan_unknown ?? '[]') as string[],
  }
  const command = { type: 'FinishImport', importId: run.id, teamId, ...counts } as const
  const via = { kind: 'import', id: run.id } as const
  const ending = { ...context, via, commandId: stepOf(run.id, 'finish'), causationId: context.commandId }
  const { position } = await handle(tools.ledger, importsDecider, importsStream(teamId), command, ending)
  if (position) await tools.hold(position)
  return { position }
}
