import type { Request } from 'express'
import type { Proof } from '#api/domain/second-factor.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { sendTextCode } from '#api/services/text-codes.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { CommandId, UserId } from '#schemas/ids.ts'

declare module 'express-session' {
  interface SessionData {
    /** The code that was texted last for this session. */
    textCodeId: CommandId
  }
}

/** Texts a code of the user's second factor that counts in this session alone. */
export const sendSessionCode = async (
  { session }: Request,
  ledger: Ledger,
  userId: UserId,
  context: CommandContext,
): Promise<void> => {
  session.textCodeId = (await sendTextCode(ledger, userId, 'active', context)).codeId
}

/** The proof, or undefined if it is a code that was texted for another session. */
export const proofHere = ({ session }: Request, proof: Proof | undefined): Proof | undefined =>
  proof?.by === 'text' && proof.codeId !== session.textCodeId ? undefined : proof
