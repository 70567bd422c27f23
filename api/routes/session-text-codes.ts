import type { Request } from 'express'
import type { Proof } from '#api/domain/second-factor.ts'
import { saveSession } from '#api/http/session.ts'
import { sendTextCode, type Texting } from '#api/services/accounts/text-codes.ts'
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
  request: Request,
  texting: Texting,
  userId: UserId,
  context: CommandContext,
): Promise<void> => {
  request.session.textCodeId = (await sendTextCode(texting, request, userId, 'active', context)).codeId
  await saveSession(request)
}

/** The proof, or undefined if it is a code that was texted for another session. */
export const proofHere = ({ session }: Request, proof: Proof | undefined): Proof | undefined =>
  proof?.by === 'text' && proof.codeId !== session.textCodeId ? undefined : proof
