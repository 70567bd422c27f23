import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { PasswordResetId, UserId } from '../ids.ts'

export const passwordResetEvents = {
  /**
   * Somebody asked for a link to set a new password. `userId` is null where nobody has that address: the same is
   * written, so that nobody learns who has an account. The link's secret follows from the id and a key of the
   * installation. It counts only while the password is still the one of `passwordVersion`.
   */
  PasswordResetRequested: z.object({
    resetId: PasswordResetId,
    userId: UserId.nullable(),
    passwordVersion: z.int().min(0),
    expiresAt: z.iso.datetime(),
  }),
}

export type PasswordResetEvent = EventOf<typeof passwordResetEvents>
