import { contextOfStep } from '#api/event-store/step-context.ts'
import type { Past } from '#api/http/past.ts'
import type { Evidence, LogProofs } from '#api/notary/log-proofs.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { PackRow } from '#projections/lists/packs.ts'
import type { ClockQueries } from '#projections/past/clock.ts'
import type { Moment } from '#schemas/calls/as-of.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { ReadContents } from './read-contents.ts'

/** The command metadata of a step in the making of a pack. */
export const contextOfPack = ({ id, team_id: teamId }: Pick<PackRow, 'id' | 'team_id'>, step: string): CommandContext =>
  contextOfStep({ worker: 'packs', teamId, about: id, causationId: null }, step, new Date())

type Ordered = 'id' | 'team_id' | 'within' | 'from' | 'files' | 'versions' | 'reason' | 'ordered_at'

/** What somebody has ordered, by what they are called, and may see; it shows what stood at the moment. */
export type PackOrder = Pick<PackRow, Ordered> & { scope: Scope; moment: Moment; by: string | null }

/** Who is making a pack ends, or has stalled for too long: whoever comes next makes it. */
export class LeftForLater extends Error {
  override name = 'LeftForLater'
}

/** Where records, events and their numbers in the tree are found. */
export type PackTools = {
  /** Is called again and again while a pack is being made; throws LeftForLater where it is not to go on. */
  goOn: () => void
  /** The read models of the past; within `answerAt` they answer what stood then. */
  past: Pick<Past, 'answerAt'> & { readModels: ReadModels; ticks: Pick<ClockQueries, 'recordedAt'> }
  proofs: Pick<LogProofs, 'eventAt' | 'newest' | 'numbersOf'>
}

/** What a pack holds besides its subject. */
export type PackProof = Evidence & {
  verifyPage: Uint8Array
  verifyProgram: Uint8Array
  contents: ReadContents
  timeZone: string
}
