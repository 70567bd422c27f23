import { resources } from '#schemas/nouns.ts'

/** Resources of history entries: the core's nouns, then those of a team, then those of a person and the platform. */
export const historyResources = [
  ...resources,
  'teams',
  'members',
  'invitations',
  'fields',
  'saved-views',
  'shares',
  'reads',
  'packs',
  'api-tokens',
  'authorizations',
  'oauth-clients',
  'personal-tokens',
  'users',
  'platform',
] as const
