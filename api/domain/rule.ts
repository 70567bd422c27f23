/** Every rule that a decider may refuse a command with. */
export type Rule =
  | 'email-taken'
  | 'slug-taken'
  | 'id-taken'
  | 'claim-lost'
  | 'user-not-found'
  | 'contact-changed'
  | 'email-proof-void'
  | 'password-wrong'
  | 'reset-link-used'
  | 'sign-in-refused'
  | 'two-factor-off'
  | 'code-wrong'
  | 'too-many-codes'
  | 'team-not-found'
  | 'team-limit'
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
  | 'token-not-found'
  | 'announcement-not-found'
  | 'client-not-found'
  | 'site-not-found'
  | 'site-limit'
  | 'file-not-found'
  | 'file-changed-since'
  | 'trash-not-found'
  | 'change-not-found'
  | 'change-undone'
  | 'visit-not-found'
  | 'visit-ends-before-start'
  | 'category-not-found'
  | 'category-slug-taken'
  | 'parent-category-not-found'
  | 'parent-category-too-deep'
  | 'categories-stale'
  | 'categories-too-deep'
  | 'too-many-categories'
  | 'document-not-found'
  | 'import-not-found'

/** A refusal, by name; how it is worded for people is the API's business. */
export class RuleBroken extends Error {
  readonly rule: Rule
  constructor(rule: Rule) {
    super(rule)
    this.name = 'RuleBroken'
    this.rule = rule
  }
}
