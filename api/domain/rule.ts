import type { nouns, Resource } from '#schemas/nouns.ts'

export type NotFound = `${(typeof nouns)[Resource]['one']}-not-found`

/** Every rule that a decider may refuse a command with. */
export type Rule =
  | NotFound
  | 'email-taken'
  | 'slug-taken'
  | 'id-taken'
  | 'claim-lost'
  | 'user-not-found'
  | 'contact-changed'
  | 'email-proof-void'
  | 'too-many-address-changes'
  | 'password-wrong'
  | 'reset-link-used'
  | 'sign-in-refused'
  | 'two-factor-off'
  | 'code-wrong'
  | 'too-many-codes'
  | 'too-many-invitations'
  | 'resent-already'
  | 'team-not-found'
  | 'team-restored-late'
  | 'team-owner-gone'
  | 'limits-end-over'
  | 'team-limit'
  | 'own-factor-first'
  | 'not-team-manager'
  | 'not-team-owner'
  | 'team-has-members'
  | 'member-not-found'
  | 'member-untouchable'
  | 'owner-cannot-leave'
  | 'invitation-not-found'
  | 'team-invitation-gone'
  | 'already-member'
  | 'already-invited'
  | 'no-member-slots'
  | 'invoice-not-found'
  | 'invoice-settled'
  | 'pack-not-found'
  | 'share-not-found'
  | 'share-password-wrong'
  | 'token-not-found'
  | 'oauth-client-not-found'
  | 'oauth-grant-not-found'
  | 'oauth-grant-void'
  | 'oauth-scope-exceeded'
  | 'announcement-not-found'
  | 'action-text-missing'
  | 'action-url-missing'
  | 'site-limit'
  | 'file-changed-since'
  | 'file-version-not-found'
  | 'too-many-file-versions'
  | 'trash-not-found'
  | 'change-not-found'
  | 'change-undone'
  | 'visit-ends-before-start'
  | 'category-slug-taken'
  | 'parent-category-not-found'
  | 'parent-category-too-deep'
  | 'categories-stale'
  | 'categories-too-deep'
  | 'too-many-categories'
  | 'billing-order-open'
  | 'card-missing'
  | 'coupon-redeemed'
  | 'document-changed-since'
  | 'site-changed-since'
  | 'import-not-found'
  | 'import-undone'
  | 'manifest-too-long'
  | 'field-not-found'
  | 'field-name-taken'
  | 'too-many-fields'
  | 'field-kind-fixed'
  | 'field-options-missing'
  | 'field-options-alike'
  | 'field-options-unknown'
  | 'fields-stale'
  | 'saved-view-not-found'
  | 'saved-view-of-team'

/** A refused command, by the name of the rule; the API words it for people. */
export class RuleBroken extends Error {
  readonly rule: Rule
  constructor(rule: Rule) {
    super(rule)
    this.name = 'RuleBroken'
    this.rule = rule
  }
}

/** The caller has not seen the newest revision (`If-Match`, D-73); `revision` is the current one. */
export class StaleRevision extends Error {
  readonly revision: bigint
  constructor(revision: bigint) {
    super(`The resource is at revision ${revision}`)
    this.name = 'StaleRevision'
    this.revision = revision
  }
}
