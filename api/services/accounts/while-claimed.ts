import { RuleBroken } from '#api/domain/rule.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { type Claim, reserve } from '#api/sagas/reserve.ts'
import type { CommandContext } from '#schemas/event.ts'

/**
 * Runs `act` while values are claimed, so that only one of two competitors gets a value (D-89). A refusal releases the
 * claims, success confirms them, and a sweep settles what a crash leaves open. Also returns the last log position.
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
    // After other errors it may be unknown whether an append succeeded; then the sweep decides.
    if (error instanceof RuleBroken) {
      for (const claim of claimed) await reserve(ledger, claim, 'ReleaseReservation', context)
    }
    throw error
  }
  let position: string | null = null
  for (const claim of claims) position = (await reserve(ledger, claim, 'ConfirmReservation', context)).position
  return { result, position }
}
