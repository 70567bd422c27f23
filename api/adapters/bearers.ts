import { hash } from 'node:crypto'
import type { ViaKind } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'

/**
 * The digest of a token, which is all that is stored; a token is random enough that a plain digest reveals nothing
 * (D-66).
 */
export const tokenDigest = (text: string): string => hash('sha256', text, 'base64url')

/** Whose token it is, in which team, what it may do, and its end; null for never. An app's is of a consent. */
type Holder = {
  id: string
  grantId?: string
  userId: UserId
  teamId: TeamId
  abilities: readonly TokenAbility[]
  expiresAt: string | null
}

/** A kind of token, told by its text, which begins with a prefix of its own; `via` names it in the history. */
type TokenKind = { via: ViaKind; text: RegExp; holder: (digest: string) => Holder | undefined }

/** Finds a holder by the rights of this moment; `idsOf` names the ids by which they end. */
type FindCurrent = (
  find: () => Holder | undefined,
  idsOf: (holder: Holder) => readonly (string | undefined)[],
) => Promise<Holder | undefined>

const isExpired = ({ expiresAt }: Holder, now: number): boolean => expiresAt !== null && Date.parse(expiresAt) <= now

/**
 * Looks up a Bearer token among those of its kind, and notes its use; a text of no kind is that of a session. `current`
 * looks by the rights of this moment, so that a revoked token is refused at once.
 */
export const findBearerIn =
  <Session>(
    kinds: readonly TokenKind[],
    findSession: (text: string) => Promise<Session | undefined>,
    current: FindCurrent,
    noteUse: (id: string) => void,
  ) =>
  async (text: string) => {
    const kind = kinds.find((each) => each.text.test(text))
    if (!kind) return findSession(text)
    const digest = tokenDigest(text)
    const holder = await current(
      () => kind.holder(digest),
      ({ id, grantId }) => [id, grantId],
    )
    if (!holder || isExpired(holder, Date.now())) return undefined
    const { id, grantId, userId, teamId, abilities } = holder
    noteUse(id)
    if (grantId !== undefined) noteUse(grantId)
    return { kind: 'token' as const, userId, teamId, abilities, via: { kind: kind.via, id } }
  }
