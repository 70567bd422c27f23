import { userDecider } from '#api/domain/user.ts'
import type { User } from '#api/domain/user-state.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { UserEvent } from '#schemas/events/user.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import type { Mail, TextTools } from './message.ts'

/** The user just before the change. */
const before = async ({ data: { userId }, revision }: Changed, { ledger }: TextTools): Promise<User> =>
  (await ledger.read(userStream(userId)))
    .filter((event) => event.revision < revision)
    .reduce((user, event) => userDecider.evolve(user, event as unknown as UserEvent), userDecider.initialState)

type Changed = Recorded<EventNamed<'ContactUpdated'>>

/**
 * Notifies the former address, so that a user who did not make the change learns of it. The new address is not named.
 */
export const addressChanged = async (event: Changed, tools: TextTools): Promise<Mail | null> => {
  const user = await before(event, tools)
  const former = user.status === 'registered' ? user.email : null
  const present = event.data.email
  if (former === null || present === null || foldedText(former) === foldedText(present)) return null
  return {
    to: former,
    subject: 'Your email address was changed',
    paragraphs: [
      'Your account with Siteledger uses another email address from now on. Please sign in with that one.',
      `If it was not you who changed it, write to ${tools.supportEmail} at once.`,
    ],
  }
}
