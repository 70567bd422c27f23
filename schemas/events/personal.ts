import type { EventType } from './registry.ts'

/** Which field names the person, and which fields are sealed with that person's key (D-90). */
export type PersonalFields = { person: string; fields: readonly string[] }

/** Events that carry personal data; everything else is stored readable. */
export const personalFields: { [Type in EventType]?: PersonalFields } = {
  ApiTokenChanged: { person: 'userId', fields: ['name'] },
  ApiTokenCreated: { person: 'userId', fields: ['name'] },
  BillingAddressGiven: {
    person: 'userId',
    fields: ['address', 'addressLine2', 'city', 'state', 'zip', 'vatId'],
  },
  InterestRegistered: { person: 'interestId', fields: ['email', 'phone'] },
  NotificationSent: { person: 'userId', fields: ['body'] },
  SupportRequested: { person: 'userId', fields: ['from', 'subject', 'message'] },
  TeamInvitationSent: { person: 'teamInvitationId', fields: ['email', 'name'] },
  InvitationSent: { person: 'personId', fields: ['email', 'code'] },
  ContactUpdated: { person: 'userId', fields: ['name', 'email'] },
  PasswordChanged: { person: 'userId', fields: ['passwordHash'] },
  ResetCodeReplaced: { person: 'userId', fields: ['resetCodeHash'] },
  TextCodeRequested: { person: 'userId', fields: ['phone'] },
  TwoFactorStarted: { person: 'userId', fields: ['countryCode', 'phone', 'secret', 'resetCodeHash'] },
  UserRegistered: { person: 'userId', fields: ['name', 'email', 'passwordHash'] },
}
