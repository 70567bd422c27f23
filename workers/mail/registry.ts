import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { type Channel, type MessageChannels, messageChannels } from '#schemas/jobs/send-message.ts'
import {
  appAuthorized,
  appEnded,
  impersonationStopped,
  passwordResetRequested,
  resetCodeNotice,
  resetCodeReplaced,
  textCodeRequested,
} from './access.ts'
import {
  apiTokenChanged,
  apiTokenCreated,
  apiTokenRevoked,
  passwordChanged,
  personalTokenCreated,
  personalTokenRevoked,
  teamDeleted,
  teamRestored,
  twoFactorTurnedOff,
  twoFactorTurnedOn,
} from './account-changes.ts'
import { addressChanged, emailChangeRequested, emailProofRequested } from './addresses.ts'
import {
  cardExpiresSoon,
  discountGiven,
  invoicePaid,
  paymentFailed,
  paymentFailedNotice,
  trialEndsSoon,
  trialEndsSoonNotice,
} from './billing/payments.ts'
import {
  planChanged,
  renewalAwaitsPayer,
  renewalAwaitsPayerNotice,
  subscriptionCancelled,
  subscriptionEnded,
} from './billing/subscriptions.ts'
import { expiryReminded, expiryRemindedNotice } from './expiry-reminded.ts'
import {
  invitationArrived,
  invitationResent,
  invitationSent,
  memberChanged,
  memberJoined,
  memberRemoved,
  membershipEndsSoon,
  teamInvitationResent,
  teamInvitationSent,
} from './membership.ts'
import type { Composed, TextTools } from './message.ts'
import { interestRegistered, supportRequested } from './requests.ts'

type TypeWithMessages = keyof MessageChannels

/** Writes the text of one event on one channel; null without a recipient. */
type Compose<Type extends TypeWithMessages, Way extends Channel> = (
  event: Recorded<EventNamed<Type>>,
  tools: TextTools,
) => Composed[Way] | null | Promise<Composed[Way] | null>

type Texts = { [Type in TypeWithMessages]: { [Way in MessageChannels[Type][number]]: Compose<Type, Way> } }

/** The text of every message that an event asks for. */
const texts: Texts = {
  ApiTokenChanged: { mail: apiTokenChanged },
  ApiTokenCreated: { mail: apiTokenCreated },
  ApiTokenRevoked: { mail: apiTokenRevoked },
  CardExpiresSoon: { mail: cardExpiresSoon },
  ContactUpdated: { mail: addressChanged },
  DiscountApplied: { mail: discountGiven },
  DiscountWaits: { mail: discountGiven },
  EmailChangeRequested: { mail: emailChangeRequested },
  EmailProofRequested: { mail: emailProofRequested },
  ExpiryReminded: { mail: expiryReminded, notification: expiryRemindedNotice },
  ImpersonationStopped: { notification: impersonationStopped },
  InterestRegistered: { mail: interestRegistered },
  InvitationResent: { mail: invitationResent },
  InvitationSent: { mail: invitationSent, notification: invitationArrived },
  InvoicePaid: { mail: invoicePaid },
  InvoicePaymentFailed: { mail: paymentFailed, notification: paymentFailedNotice },
  MemberChanged: { notification: memberChanged },
  MemberJoined: { notification: memberJoined },
  MemberRemoved: { notification: memberRemoved },
  MembershipEndsSoon: { mail: membershipEndsSoon },
  OAuthAccessGranted: { mail: appAuthorized },
  OAuthGrantRevoked: { mail: appEnded },
  PasswordChanged: { mail: passwordChanged },
  PasswordResetRequested: { mail: passwordResetRequested },
  PersonalTokenCreated: { mail: personalTokenCreated },
  PersonalTokenRevoked: { mail: personalTokenRevoked },
  PlanSwapped: { mail: planChanged },
  RenewalAwaitsPayer: { mail: renewalAwaitsPayer, notification: renewalAwaitsPayerNotice },
  ResetCodeReplaced: { mail: resetCodeReplaced, notification: resetCodeNotice },
  SubscriptionCancelled: { mail: subscriptionCancelled },
  SubscriptionEnded: { mail: subscriptionEnded },
  SupportRequested: { mail: supportRequested },
  TeamDeleted: { mail: teamDeleted },
  TeamInvitationResent: { mail: teamInvitationResent },
  TeamInvitationSent: { mail: teamInvitationSent },
  TeamRestored: { mail: teamRestored },
  TextCodeRequested: { text: textCodeRequested },
  TrialEndsSoon: { mail: trialEndsSoon, notification: trialEndsSoonNotice },
  TwoFactorTurnedOff: { mail: twoFactorTurnedOff },
  TwoFactorTurnedOn: { mail: twoFactorTurnedOn },
}

const hasMessages = (type: string): type is TypeWithMessages => Object.hasOwn(messageChannels, type)

/** The message of an event on a channel; null without a recipient. Throws if the event asks for no such message. */
export const compose = async <Way extends Channel>(
  channel: Way,
  event: RecordedEvent,
  tools: TextTools,
): Promise<Composed[Way] | null> => {
  const ways: { [Each in Channel]?: (event: never, tools: TextTools) => unknown } = hasMessages(event.type)
    ? texts[event.type]
    : {}
  const text = ways[channel]
  if (!text) throw new Error(`${event.type} asks for no ${channel}`)
  // The table types each text by its own event; a lookup by a variable name loses that.
  return (await text(event as never, tools)) as Composed[Way] | null
}
