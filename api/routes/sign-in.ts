import { resetCodeHash } from '#api/adapters/one-time-codes.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import type { Proof } from '#api/domain/second-factor.ts'
import type { UserCommand } from '#api/domain/user.ts'
import type { RegisteredUser } from '#api/domain/user-state.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { empty, redirect, resource } from '#api/http/answer.ts'
import { HttpProblem, unauthenticated } from '#api/http/problem.ts'
import { type Call, type Route, route } from '#api/http/route.ts'
import {
  awaitSecondFactor,
  countWrongCode,
  endSession,
  pendingSignIn,
  sessionsAnswer,
  startSession,
} from '#api/http/session.ts'
import { changeUser, loadUser } from '#api/services/accounts/own-user.ts'
import { factorWays } from '#api/services/accounts/second-factors.ts'
import type { CountText } from '#api/services/accounts/text-quota.ts'
import { userByEmail } from '#api/services/accounts/user-by-email.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId } from '#schemas/ids.ts'
import { signIn, signOut, signOutByLink } from '#schemas/resources/sessions.ts'
import { giveCode, giveResetCode, sendCodeAgain } from '#schemas/resources/two-factor.ts'
import { endImpersonation } from './impersonation.ts'
import { proofHere, sendSessionCode } from './session-text-codes.ts'

export type Credentials = {
  digest: (purpose: string, text: string) => string
  /** Does the same work if there is no hash, and then returns false. */
  verifyPassword: (password: string, hash: string | null) => Promise<boolean>
  countText: CountText
}

/** Without a text a reset code still lets its owner in; the next page says why when they ask for another. */
const unlessTooMany = (error: unknown) => {
  if (!(error instanceof HttpProblem) || error.status !== 429) throw error
}

/** Replaces the hash of a password that was made at another cost than today's. */
type Rehashing = {
  hashPassword: (password: string) => Promise<string>
  isOutdatedHash: (hash: string) => boolean
}

type SignInProof = Extract<UserCommand, { type: 'SignIn' }>['proof']
type Asking = Pick<Call<Endpoint>, 'request' | 'context'>

export const signInRoutes = (
  ledger: Ledger,
  { digest, verifyPassword, countText, hashPassword, isOutdatedHash }: Credentials & Rehashing,
): Route[] => {
  /** Only now the password is known: a hash of another cost is replaced. */
  const rehash = async (
    { userId, passwordHash, passwordVersion }: RegisteredUser,
    password: string,
    by: CommandContext,
  ) => {
    if (passwordHash === null || !isOutdatedHash(passwordHash)) return
    const command = { type: 'RehashPassword', passwordHash: await hashPassword(password), passwordVersion } as const
    const commandId = CommandId.parse(idMadeBy(by.commandId, 'rehash'))
    await changeUser(ledger, userId, command, { ...by, commandId })
  }

  const enter = async (
    who: { userId: Parameters<typeof loadUser>[1]; remember: boolean },
    proof: SignInProof,
    { request, context }: Asking,
  ) => {
    const command = { type: 'SignIn', proof, at: context.at } as const
    const { user, position } = await changeUser(ledger, who.userId, command, context)
    await startSession(request, user, null, who.remember)
    return resource({ redirect: '/dashboard' }, position)
  }

  /** The user whose password was correct and whose second factor is due. Throws 401 if there is none. */
  const owing = async ({ request }: Pick<Asking, 'request'>) => {
    const pending = pendingSignIn(request)
    if (!pending) throw unauthenticated()
    const user = await loadUser(ledger, pending.userId)
    const { active } = user.second
    if (!active || user.passwordVersion !== pending.passwordVersion) throw unauthenticated()
    return { pending, user, active }
  }

  const enterWith = async (proof: Proof | undefined, pending: Parameters<typeof enter>[0], asking: Asking) => {
    try {
      if (!proof) throw new RuleBroken('code-wrong')
      return await enter(pending, proof, asking)
    } catch (error) {
      if (error instanceof RuleBroken && error.rule === 'code-wrong') await countWrongCode(asking.request)
      throw error
    }
  }

  /** Signs out; an impersonating operator is signed out of both accounts (D-64). */
  const leave = async ({ actor, request, context }: Asking & { actor: SignedIn | undefined }) => {
    if (actor?.impersonator) await endImpersonation(ledger, actor.userId, actor.impersonator, context)
    await endSession(request)
  }

  return [
    route(signIn, async ({ body, request, context }) => {
      const user = await userByEmail(ledger, digest, body.email)
      const known = await verifyPassword(body.password, user?.passwordHash ?? null)
      if (!user || !known) throw new RuleBroken('sign-in-refused')
      await rehash(user, body.password, context)
      const { userId, passwordVersion, second } = user
      const { remember } = body
      await sessionsAnswer(request)
      if (!second.active) return enter({ userId, remember }, { by: 'password', passwordVersion }, { request, context })
      await awaitSecondFactor(request, { userId, passwordVersion, remember })
      const { method } = second.active
      const text = () => sendSessionCode(request, { ledger, countText }, userId, context)
      if (factorWays[method].sendsCode) await text().catch(unlessTooMany)
      return resource({ redirect: '/login/token', second_factor: method })
    }),

    route(giveCode, async ({ body, request, context }) => {
      const { pending, user, active } = await owing({ request })
      const proof = factorWays[active.method].proofOf(user.second, active, body.code, new Date(context.at), digest)
      return enterWith(proofHere(request, proof), pending, { request, context })
    }),

    route(sendCodeAgain, async ({ request, context }) => {
      const { pending } = await owing({ request })
      await sendSessionCode(request, { ledger, countText }, pending.userId, context)
      return empty()
    }),

    route(giveResetCode, async ({ body, request, context }) => {
      const { pending } = await owing({ request })
      const proof = { by: 'reset-code', hash: resetCodeHash(digest, body.code) } as const
      return enterWith(proof, pending, { request, context })
    }),

    route(signOut, async (asking) => {
      await leave(asking)
      return empty()
    }),

    route(signOutByLink, async (asking) => {
      await leave(asking)
      return redirect('/login')
    }),
  ]
}
