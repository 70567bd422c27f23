import type { Request } from 'express'
import { v5 as deriveUuid, v7 as newUuid } from 'uuid'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId } from '#schemas/ids.ts'
import type { SignedIn } from './actor.ts'
import { malformed } from './problem.ts'

/** UUID namespace of command ids that are derived from an `Idempotency-Key`. */
const namespace = '5f6f2a0e-6c0b-5d0c-9a55-0d6a4f1c7f11'

/** The caller's idempotency key of a write, for those of signed-in callers only (D-78). Throws 400 if it is too long. */
export const idempotencyKeyOf = (request: Request, actor: SignedIn | undefined): string | undefined => {
  const key = request.get('idempotency-key')
  if (!key || !actor) return undefined
  if (key.length > 255) throw malformed('The Idempotency-Key may not be longer than 255 characters.')
  return `${actor.userId}/${actor.teamId}/${key}`
}

/** The context of a request's command. The same key gives the same command id on every attempt. */
export const commandContextOf = (
  request: Request,
  actor: SignedIn | undefined,
  key: string | undefined,
): CommandContext => {
  const requestId = String(request.id)
  return {
    at: new Date().toISOString(),
    actor: actor?.userId ?? null,
    impersonator: actor?.impersonator ?? null,
    via: actor?.via ?? { kind: 'session', id: null },
    teamId: actor?.teamId ?? null,
    commandId: CommandId.parse(key === undefined ? newUuid() : deriveUuid(key, namespace)),
    correlationId: requestId,
    causationId: null,
    requestId,
  }
}
