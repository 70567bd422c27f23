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

/** Loads a user from the log; 401 if they do not exist or were erased. */
export const loadUser = async (ledger: Ledger, userId: UserId): Promise<RegisteredUser> =>
  registered(await load(ledger, userDecider, userStream(userId)))

/** Handles a command that a user issues about themselves; returns the new state. Throws what the decider throws. */
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
