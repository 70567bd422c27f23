import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { type Channel, type MessagesAskedFor, messagesAskedFor } from '#schemas/jobs/send-message.ts'
import { addressChanged } from './address-changed.ts'
import { emailProofRequested } from './email-proof-requested.ts'
import { interestRegistered } from './interest-registered.ts'
import { invitationArrived, invitationResent, invitationSent } from './invitation.ts'
import { memberChanged, memberJoined, memberRemoved } from './membership.ts'
import type { Letterhead, Said } from './message.ts'
import { passwordResetRequested } from './password-reset-requested.ts'
import { resetCodeNotice, resetCodeReplaced } from './reset-code-replaced.ts'
import { supportRequested } from './support-requested.ts'
import { teamInvitationResent, teamInvitationSent } from './team-invitation.ts'
import { textCodeRequested } from './text-code-requested.ts'

type Asking = keyof MessagesAskedFor

/** The text of one event on one channel; null where nobody is left to be told. */
type Compose<Type extends Asking, Way extends Channel> = (
  event: Recorded<EventNamed<Type>>,
  letterhead: Letterhead,
) => Said[Way] | null | Promise<Said[Way] | null>

type Texts = { [Type in Asking]: { [Way in MessagesAskedFor[Type][number]]: Compose<Type, Way> } }

/** The text of every message that an event asks for. */
const texts: Texts = {
  ContactUpdated: { mail: addressChanged },
  EmailProofRequested: { mail: emailProofRequested },
  InterestRegistered: { mail: interestRegistered },
  InvitationResent: { mail: invitationResent },
  InvitationSent: { mail: invitationSent, notification: invitationArrived },
  MemberChanged: { notification: memberChanged },
  MemberJoined: { notification: memberJoined },
  MemberRemoved: { notification: memberRemoved },
  PasswordResetRequested: { mail: passwordResetRequested },
  ResetCodeReplaced: { mail: resetCodeReplaced, notification: resetCodeNotice },
  SupportRequested: { mail: supportRequested },
  TeamInvitationResent: { mail: teamInvitationResent },
  TeamInvitationSent: { mail: teamInvitationSent },
  TextCodeRequested: { text: textCodeRequested },
}

const isAsking = (type: string): type is Asking => Object.hasOwn(messagesAskedFor, type)

/** What an event says on a channel; null where nobody is left to be told. Throws where the event asks for no such message. */
export const compose = async <Way extends Channel>(
  channel: Way,
  event: RecordedEvent,
  letterhead: Letterhead,
): Promise<Said[Way] | null> => {
  const ways: { [Each in Channel]?: (event: never, letterhead: Letterhead) => unknown } = isAsking(event.type)
    ? texts[event.type]
    : {}
  const say = ways[channel]
  if (!say) throw new Error(`${event.type} asks for no ${channel}`)
  // The table ties each text to its own event; looking one up by a name loses that.
  return (await say(event as never, letterhead)) as Said[Way] | null
}
