import { newResetCode, resetCodeHash } from '#api/adapters/one-time-codes.ts'
import { dialledNumber } from '#api/adapters/phone-numbers.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { HttpProblem, invalidField, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { changeUser, loadUser } from '#api/services/accounts/own-user.ts'
import { factorWays } from '#api/services/accounts/second-factors.ts'
import { sendTextCode } from '#api/services/accounts/text-codes.ts'
import { confirmTwoFactor, replaceResetCode, startTwoFactor, turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import type { Credentials } from './sign-in.ts'

/** The first answer showed the secrets. They are not stored in the clear, so a retry cannot show them again. */
const shownOnce = () => new HttpProblem(409, { message: 'The reset code was shown already. Please start again.' })

/** Sets two-factor authentication up and turns it off (D-09). */
export const twoFactorRoutes = (
  ledger: Ledger,
  { digest, countText }: Pick<Credentials, 'digest' | 'countText'>,
): Route[] => [
  route(startTwoFactor, async ({ actor: { userId }, body, context, request }) => {
    const phone = await dialledNumber(body.country_code, body.phone)
    if (!phone) throw invalidField('phone', 'The phone must be a valid phone number.')
    const { method } = body
    const way = factorWays[method]
    const secret = way.newSecret()
    const resetCode = newResetCode()
    const resetHash = resetCodeHash(digest, resetCode)
    const factor = { method, countryCode: body.country_code, phone, secret, resetCodeHash: resetHash }
    const { user, position } = await changeUser(ledger, userId, { type: 'StartTwoFactor', factor }, context)
    if (user.second.pending?.resetCodeHash !== resetHash) throw shownOnce()
    const texting = { ledger, countText }
    const sent = way.sendsCode ? (await sendTextCode(texting, request, userId, 'pending', context)).position : position
    return resource({ reset_code: resetCode, otpauth_url: way.setUpUrl(secret, user.email ?? '') }, sent)
  }),

  route(confirmTwoFactor, async ({ actor: { userId }, body, context }) => {
    const { second } = await loadUser(ledger, userId)
    const { pending } = second
    if (!pending) throw new RuleBroken('two-factor-off')
    const proof = factorWays[pending.method].proofOf(second, pending, body.code, new Date(context.at), digest)
    if (!proof) throw new RuleBroken('code-wrong')
    const command = { type: 'ConfirmTwoFactor', proof, at: context.at } as const
    return empty((await changeUser(ledger, userId, command, context)).position)
  }),

  // An operator's command: `changeUser` would record the user as the actor.
  route(replaceResetCode, async ({ params: { id }, context }) => {
    const resetCode = newResetCode()
    const hash = resetCodeHash(digest, resetCode)
    const user = await load(ledger, userDecider, userStream(id))
    if (user.status !== 'registered') throw notFound()
    const command = { type: 'ReplaceResetCode', resetCodeHash: hash } as const
    const { state, position } = await handle(ledger, userDecider, userStream(id), command, context)
    if (state.status !== 'registered' || state.second.active?.resetCodeHash !== hash) throw shownOnce()
    return resource({ reset_code: resetCode }, position)
  }),

  route(turnTwoFactorOff, async ({ actor, context }) =>
    empty((await changeUser(ledger, actor.userId, { type: 'TurnTwoFactorOff' }, context)).position),
  ),
]
