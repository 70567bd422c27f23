import { type UserCommand, userDecider } from '#api/domain/user.ts'
import type { RegisteredUser, User } from '#api/domain/user-state.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import { unauthenticated } from '#api/http/problem.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { UserId } from '#schemas/ids.ts'

const registered = (user: User): RegisteredUser => {
  if (user.status !== 'registered') throw unauthenticated()
  return user
}

/** The user as the log knows them at this moment; 401 where there is none (any more). */
export const loadUser = async (ledger: Ledger, userId: UserId): Promise<RegisteredUser> =>
  registered(await load(ledger, userDecider, userStream(userId)))

/** Orders something of a user and by that user; answers what they are then. Throws what the decider throws. */
export const changeUser = async (
  ledger: Ledger,
  userId: UserId,
  command: UserCommand,
  context: CommandContext,
): Promise<{ user: RegisteredUser; position: string | null }> => {
  const own = { ...context, actor: userId }
  const { state, position } = await handle(ledger, userDecider, userStream(userId), command, own)
  return { user: registered(state), position }
}
