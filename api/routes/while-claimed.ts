import { RuleBroken } from '#api/domain/rule.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { CommandContext } from '#schemas/event.ts'
import { type Claim, reserve } from './reserve.ts'

/**
 * Acts while texts are claimed, so that of two who want the same one gets it (D-89): a refusal releases what was
 * claimed, success confirms it, and what a crash leaves behind a sweeper settles. Answers the last position too.
 */
export const whileClaimed = async <Result>(
  ledger: Ledger,
  claims: readonly Claim[],
  context: CommandContext,
  act: () => Promise<Result>,
): Promise<{ result: Result; position: string | null }> => {
  const claimed: Claim[] = []
  let result: Result
  try {
    for (const claim of claims) {
      await reserve(ledger, claim, 'ClaimReservation', context)
      claimed.push(claim)
    }
    result = await act()
  } catch (error) {
    // Whether an append came through may be unknown; then the sweeper finds out.
    if (error instanceof RuleBroken) {
      for (const claim of claimed) await reserve(ledger, claim, 'ReleaseReservation', context)
    }
    throw error
  }
  let position: string | null = null
  for (const claim of claims) position = (await reserve(ledger, claim, 'ConfirmReservation', context)).position
  return { result, position }
}
