import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import type { Notice, TextTools } from './message.ts'

type Of<Type extends 'ImpersonationStarted' | 'ImpersonationStopped'> = Recorded<EventNamed<Type>>

const isStartOf =
  ({ data: { operatorId }, revision }: Of<'ImpersonationStopped'>) =>
  (event: RecordedEvent): event is Of<'ImpersonationStarted'> & RecordedEvent =>
    event.type === 'ImpersonationStarted' && event.data.operatorId === operatorId && event.revision < revision

/** Tells a user that an operator has worked in their name, and why if they said so (D-64). */
export const impersonationStopped = async (
  event: Of<'ImpersonationStopped'>,
  { ledger }: TextTools,
): Promise<Notice> => {
  const { userId, operatorId } = event.data
  const started = (await ledger.read(userStream(userId))).findLast(isStartOf(event))
  const why = started?.data.reason ? `, because: ${started.data.reason}` : '.'
  const body = `worked in your name as an operator${why}`
  return { userId, icon: 'user', body, action: null, creatorId: operatorId }
}
