import type { Request } from 'express'
import { v5 as deriveUuid, v7 as newUuid } from 'uuid'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId } from '#schemas/ids.ts'
import type { SignedIn } from './actor.ts'
import { isSafe } from './methods.ts'
import { malformed } from './problem.ts'

/** Namespace of command ids that follow from an `Idempotency-Key`. */
const namespace = '5f6f2a0e-6c0b-5d0c-9a55-0d6a4f1c7f11'

/** The caller's key where it counts: on writes of somebody signed in (D-78). Throws 400 for one that is too long. */
export const idempotencyKeyOf = (request: Request, actor: SignedIn | undefined): string | undefined => {
  const key = request.get('idempotency-key')
  if (!key || !actor || isSafe(request.method)) return undefined
  if (key.length > 255) throw malformed('The Idempotency-Key may not be longer than 255 characters.')
  return `${actor.userId}/${actor.teamId}/${key}`
}

/** Who orders what: the same key is the same command at every try. */
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
