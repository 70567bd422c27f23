import type { EventType } from './registry.ts'

/**
 * The field that names the person, and the fields that are sealed with that person's key (D-90). An event may be the
 * first about a person, for whom a key is created then, if the person is what its field `first` names. `former` named
 * the person in payloads of older versions that lack the field of today.
 */
export type PersonalFields = { person: string; fields: readonly string[]; first?: string; former?: string }

/** The kid of the key that a sealed field means which names none: the only one of a person in `keys.sqlite`. */
export const firstKid = '0'

/** An event of a billing account, which has a key of its own; any of them may be the first one. */
const ofAccount = (...fields: readonly string[]): PersonalFields => ({ person: 'account', first: 'account', fields })

/** Event types with personal data; all others are stored in plain text. */
export const personalFields: { [Type in EventType]?: PersonalFields } = {
  ApiTokenChanged: { person: 'userId', fields: ['name'] },
  ApiTokenCreated: { person: 'userId', fields: ['name'] },
  // Version 1 was sealed with the key of its giver.
  BillingAddressGiven: {
    ...ofAccount('address', 'addressLine2', 'city', 'state', 'zip', 'vatId'),
    former: 'userId',
  },
  BillingOrderAwaitsPayer: ofAccount('clientSecret'),
  BillingOrderPlaced: ofAccount('token', 'buyer'),
  ExtraBillingInformationGiven: ofAccount('information'),
  OAuthClientChanged: { person: 'userId', fields: ['name'] },
  OAuthClientCreated: { person: 'userId', fields: ['name', 'secret'] },
  InterestRegistered: { person: 'interestId', first: 'interestId', fields: ['email', 'phone'] },
  NotificationSent: { person: 'userId', fields: ['body'] },
  // Under a key of its own: erasing a person or a team leaves what the law keeps (INVOICE_RETENTION_YEARS).
  InvoiceRecorded: { person: 'buyerKey', first: 'buyerKey', fields: ['buyer'] },
  RenewalAwaitsPayer: ofAccount('clientSecret'),
  // Under a key of its own, which is destroyed when it is settled: the account, if there is one, has its own copy.
  RegistrationBegun: {
    person: 'registrationId',
    first: 'registrationId',
    fields: [
      'name',
      'email',
      'passwordHash',
      'team',
      'slug',
      'token',
      'address',
      'addressLine2',
      'city',
      'state',
      'zip',
      'vatId',
    ],
  },
  OwnViewSaved: { person: 'userId', fields: ['name', 'filters'] },
  PackOrdered: { person: 'userId', fields: ['reason'] },
  PersonalTokenCreated: { person: 'userId', fields: ['name'] },
  SupportRequested: { person: 'userId', fields: ['from', 'subject', 'message'] },
  TeamInvitationSent: { person: 'teamInvitationId', first: 'teamInvitationId', fields: ['email', 'name'] },
  ImpersonationStarted: { person: 'userId', fields: ['reason'] },
  InvitationSent: { person: 'personId', first: 'invitationId', fields: ['email', 'code'] },
  ContactUpdated: { person: 'userId', fields: ['name', 'email'] },
  EmailChangeRequested: { person: 'userId', fields: ['email'] },
  PasswordChanged: { person: 'userId', fields: ['passwordHash'] },
  PasswordRehashed: { person: 'userId', fields: ['passwordHash'] },
  ResetCodeReplaced: { person: 'userId', fields: ['resetCodeHash'] },
  TextCodeRequested: { person: 'userId', fields: ['phone'] },
  TwoFactorStarted: { person: 'userId', fields: ['countryCode', 'phone', 'secret', 'resetCodeHash'] },
  UserRegistered: { person: 'userId', first: 'userId', fields: ['name', 'email', 'passwordHash'] },
}
