import type { z } from 'zod'

/** The field that an issue is about, as a person calls it: `client_id` is "client", `site_ids.2` "sites". */
const fieldOf = (path: readonly PropertyKey[] = []): string =>
  String(path.findLast((part) => typeof part === 'string') ?? 'input')
    .replace(/_id(s?)$/, '$1')
    .replaceAll('_', ' ')

const kinds: Readonly<Record<string, string>> = {
  array: 'must be a list',
  boolean: 'field must be true or false',
  object: 'must be a set of fields',
  string: 'must be text',
}

const problemOf = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'field is required'
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? 'is invalid'
  if (issue.code !== 'too_big') return 'is invalid'
  return issue.origin === 'array'
    ? `may not have more than ${issue.maximum} items`
    : `may not be greater than ${issue.maximum} characters`
}

/** The message of an issue for which its schema has no words of its own: users never read those of the validator. */
export const plainMessage = (issue: z.core.$ZodRawIssue): string => `The ${fieldOf(issue.path)} ${problemOf(issue)}.`
