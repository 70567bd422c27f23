import { z } from 'zod'

/** The events of the security log; docs/operations.md says when each is written. */
export const securityEvents = [
  'sign_in_failed',
  'code_refused',
  'password_refused',
  'token_refused',
  'client_refused',
  'grant_refused',
  'grant_reused',
  'webhook_refused',
  'link_refused',
  'access_refused',
  'foreign_origin',
  'throttled',
  'texts_ended',
  'identity_confirmed',
  'content_read',
  'data_exported',
  'malware_refused',
  'operator_looked',
  'operator_acted',
] as const
export const SecurityEvent = z.enum(securityEvents)
export type SecurityEvent = z.infer<typeof SecurityEvent>
