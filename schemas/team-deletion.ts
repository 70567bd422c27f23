import { daysInTrash } from './trash.ts'

/** Milliseconds for which a deleted team can be restored, after which its data is removed (D-96). */
const kept = daysInTrash * 24 * 60 * 60 * 1000

/** The instant, in UTC, until which a team that was deleted at an instant can be restored. */
export const restorableUntil = (deletedAt: string): string => new Date(Date.parse(deletedAt) + kept).toISOString()

/** The instant, in UTC, before which teams were deleted that can no longer be restored at an instant. */
export const deletedBefore = (at: Date): string => new Date(at.getTime() - kept).toISOString()
