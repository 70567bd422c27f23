import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { UserId } from '#schemas/ids.ts'
import { contextOf } from './contexts.ts'
import { newCommandId } from './new-ids.ts'

/** Records that a user registered, without which nothing can be sealed for them (D-104). */
export const recordUser = (ledger: Ledger, userId: UserId): Promise<string> => {
  const data = { userId, name: 'Ann', email: 'ann@example.com', passwordHash: 'hash' }
  const event = { id: newCommandId(), type: 'UserRegistered', data, metadata: contextOf(null, userId) } as const
  return ledger.append(userStream(userId), 'no-stream', [event])
}
