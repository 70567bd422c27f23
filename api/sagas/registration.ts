import { type Begun, type RegistrationCommand, registrationDecider } from '#api/domain/registration.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { userDecider } from '#api/domain/user.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, replay } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { emailReservation, registrationStream, slugReservation, userStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RegistrationRefusal } from '#schemas/events/registration.ts'
import { CommandId, type TeamId, type UserId } from '#schemas/ids.ts'
import { foundTeam } from './found-team.ts'
import { giveAddress } from './give-address.ts'
import { orderAndWait } from './order.ts'
import { type Claim, reserve } from './reserve.ts'

export type RegistrationTools = {
  ledger: Ledger
  /** A keyed digest, so that reserved values are not stored in the clear. */
  digest: (purpose: string, text: string) => string
}

/** `paid` is false while the payer has to confirm, or the provider is slow. */
export type FinishedRegistration =
  | { is: 'accepted'; userId: UserId; teamId: TeamId; paid: boolean; position: string | null }
  | { is: 'refused'; refusal: RegistrationRefusal }

/** The most steps of a registration, which never takes as many: each step is an event, and a recorded one is not repeated. */
const maxSteps = 10

type Step = { tools: RegistrationTools; begun: Begun; context: CommandContext; longestWait: number }

const claimsOf = ({ digest }: RegistrationTools, { userId, teamId, email, slug }: Begun): Claim[] => [
  { kind: 'email', stream: emailReservation(digest, email ?? ''), holderId: userId },
  { kind: 'slug', stream: slugReservation(digest, slug ?? ''), holderId: teamId },
]

const claim = async ({ tools, begun, context }: Step): Promise<RegistrationCommand> => {
  for (const each of claimsOf(tools, begun)) {
    try {
      await reserve(tools.ledger, each, 'ClaimReservation', context)
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error
      return { type: 'Refuse', refusal: { taken: each.kind } }
    }
  }
  return { type: 'Reserve' }
}

const pay = async ({ tools: { ledger }, begun, context, longestWait }: Step): Promise<RegistrationCommand> => {
  const { billable, userId, plan, token, coupon, discount = null, name, email, team } = begun
  const { address, addressLine2: address_line_2, city, state, zip, country, vatId: vat_id } = begun
  const given = { address, address_line_2, city, state, zip, country, vat_id }
  await giveAddress({ ledger }, billable, userId, given, context)
  const buyer = { name: billable.kind === 'team' ? team : name, email }
  const wish = { type: 'OrderPlan', plan, token, coupon, discount, trialEndsAt: null, buyer } as const
  const { outcome } = await orderAndWait(ledger, billable, wish, context, longestWait)
  if (outcome?.type !== 'BillingOrderRefused') return { type: 'Accept', paid: outcome?.type === 'BillingOrderDone' }
  const { code, message } = outcome.data
  return { type: 'Refuse', refusal: { code, message } }
}

/** The user is created last, so that every user who can sign in has the team that they founded. */
const createAccount = async ({ tools, begun, context }: Step, paid: boolean): Promise<string | null> => {
  const { ledger } = tools
  const { userId, teamId, name, email, passwordHash, team, slug, proof } = begun
  const founding = { teamId, ownerId: userId, name: team ?? '', slug: slug ?? '', limit: null, paid }
  await foundTeam(ledger, founding, context)
  const person = { name: name ?? '', email: email ?? '', passwordHash: passwordHash ?? '', ...(proof ? { proof } : {}) }
  const { position } = await handle(
    ledger,
    userDecider,
    userStream(userId),
    { type: 'RegisterUser', userId, ...person },
    context,
  )
  for (const each of claimsOf(tools, begun)) await reserve(ledger, each, 'ConfirmReservation', context)
  return position
}

const release = async ({ tools, begun, context }: Step): Promise<void> => {
  for (const each of claimsOf(tools, begun)) await reserve(tools.ledger, each, 'ReleaseReservation', context)
}

/** The id of each step's command in the stream of the registration. */
const commandIdFor = (registrationId: CommandId, { type }: RegistrationCommand): CommandId =>
  CommandId.parse(idMadeBy(registrationId, `registration/${type}`))

/**
 * Carries a registration with a card to its end, from wherever it stands: claims e-mail address and slug, orders the
 * payment and waits at most `longestWait` milliseconds for it, then creates the account or releases the claims.
 *
 * Running it twice, even in a route and a worker at the same time, is safe: every step is the same command on every
 * attempt, what a step came to is an event of which the first counts, and the next step follows that event. So whoever
 * has paid gets an account, nobody pays twice, and nobody pays for an account that was refused.
 */
export const finishRegistration = async (
  tools: RegistrationTools,
  registrationId: CommandId,
  longestWait: number,
): Promise<FinishedRegistration> => {
  const { ledger } = tools
  const stream = registrationStream(registrationId)
  for (let step = 0; step < maxSteps; step += 1) {
    const history = await ledger.read(stream)
    const first = history.at(0)
    const last = history.at(-1)
    const registration = replay(registrationDecider, history)
    if (!first || !last || registration.status === 'none') throw new Error(`${stream} has never begun`)
    const { begun } = registration
    const { version: _, ...context } = first.metadata
    const next = { tools, begun, context, longestWait }
    switch (registration.status) {
      case 'accepted': {
        const { paid, settled } = registration
        const position = settled ? last.position : await createAccount(next, paid)
        return { is: 'accepted', userId: begun.userId, teamId: begun.teamId, paid, position }
      }
      case 'refused':
        if (!registration.settled) await release(next)
        return { is: 'refused', refusal: registration.refusal }
      default: {
        const command = await (registration.status === 'begun' ? claim(next) : pay(next))
        const commandId = commandIdFor(registrationId, command)
        await handle(ledger, registrationDecider, stream, command, {
          ...context,
          commandId,
          causationId: registrationId,
        })
      }
    }
  }
  throw new Error(`${stream} stands still`)
}

/** Begins a registration with a card, and carries it to its end; `begun.registrationId` is the id of the command. */
export const register = async (
  tools: RegistrationTools,
  begun: Begun,
  context: CommandContext,
  longestWait: number,
): Promise<FinishedRegistration> => {
  const { registrationId } = begun
  const command = { type: 'Begin', begun } as const
  await handle(tools.ledger, registrationDecider, registrationStream(registrationId), command, context)
  return finishRegistration(tools, registrationId, longestWait)
}
