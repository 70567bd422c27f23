import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { teamStream, userStream } from '#api/event-store/streams.ts'
import { Postponed } from '#api/renderer/rendering.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { UserId } from '#schemas/ids.ts'
import type { TextTools } from '../message.ts'
import { teamNameOf } from '../team-name.ts'

/** Who pays: the owner of a team, or the user. `whose` is what they pay for, in the middle of a sentence. */
export type Payer = {
  userId: UserId
  email: string
  whose: string
  /** The page of a tab of their billing settings. */
  settings: (tab: 'subscription' | 'payment-method' | 'invoices') => `/${string}`
}

/** Milliseconds that a message waits for an account: who registers with a card pays before there is one. */
const untilAccount = 2000

const ownerOf = async ({ ledger }: TextTools, { kind, id }: Billable): Promise<UserId | null> => {
  if (kind === 'user') return id
  const team = await load(ledger, teamDecider, teamStream(id))
  if (team.status === 'none') throw new Postponed(untilAccount)
  return team.status === 'active' ? team.ownerId : null
}

/**
 * Who is told about the billing account of a billable; null once the team is deleted or the person erased.
 * @throws {Postponed} while the account is about to be made
 */
export const payerOf = async (tools: TextTools, billable: Billable): Promise<Payer | null> => {
  const userId = await ownerOf(tools, billable)
  const user = userId && (await load(tools.ledger, userDecider, userStream(userId)))
  if (user?.status === 'none') throw new Postponed(untilAccount)
  if (user?.status !== 'registered' || user.email === null) return null
  const isTeam = billable.kind === 'team'
  const page = isTeam ? (`/settings/${tools.teamWord}/${billable.id}` as const) : '/settings'
  return {
    userId: user.userId,
    email: user.email,
    whose: isTeam ? `the team ${await teamNameOf(tools.ledger, billable.id)}` : 'your account',
    settings: (tab) => `${page}#/${tab}`,
  }
}
