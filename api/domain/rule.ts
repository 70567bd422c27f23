/** Every rule that a decider may refuse a command with. */
export type Rule =
  | 'email-taken'
  | 'slug-taken'
  | 'id-taken'
  | 'claim-lost'
  | 'file-not-found'
  | 'visit-ends-before-start'

/** A refusal, by name; how it is worded for people is the API's business. */
export class RuleBroken extends Error {
  readonly rule: Rule
  constructor(rule: Rule) {
    super(rule)
    this.name = 'RuleBroken'
    this.rule = rule
  }
}
