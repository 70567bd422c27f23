import type { Rule } from '#api/domain/rule.ts'
import { type HttpProblem, invalidField, notFound } from './problem.ts'

/** How each rule of the domain is worded for people. */
const refusals: Record<Rule, () => HttpProblem> = {
  'email-taken': () => invalidField('email', 'The email has already been taken.'),
  'slug-taken': () => invalidField('team_slug', 'The team slug has already been taken.'),
  'id-taken': () => invalidField('id', 'The id has already been taken.'),
  'claim-lost': () => invalidField('email', 'The registration took too long. Please try again.'),
  'file-not-found': notFound,
  'visit-ends-before-start': () => invalidField('ended_at', 'The end date must not be before the start date.'),
}

export const refusalOf = (rule: Rule): HttpProblem => refusals[rule]()
