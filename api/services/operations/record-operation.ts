import { type Operation, operationDecider } from '#api/domain/queue.ts'
import { handleNew } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { operationStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'

/** Records what an operator did, once for each command; returns its position in the log (D-106). */
export const recordOperation = async (ledger: Ledger, context: CommandContext, operation: Operation) => {
  const command = { type: 'RecordOperation', ...operation } as const
  const stream = operationStream(context.commandId)
  return (await handleNew(ledger, operationDecider, stream, command, context)).position
}
