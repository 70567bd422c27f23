import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { PasswordResetId, UserId } from '../ids.ts'

export const passwordResetEvents = {
  /**
   * A user requested a link to set a new password. `userId` is null when no user has the address: the same event is
   * recorded then, so that nobody learns who has an account. The link's secret derives from the id and a key of the
   * installation. It is valid only while password and address are those of `passwordVersion`.
   */
  PasswordResetRequested: z.object({
    resetId: PasswordResetId,
    userId: UserId.nullable(),
    passwordVersion: z.int().min(0),
    expiresAt: z.iso.datetime(),
  }),
}

export type PasswordResetEvent = EventOf<typeof passwordResetEvents>
