import { daysAfter } from '#schemas/time/dates.ts'

/** Days during which a deleted record (D-10) or team (D-96) can be restored. */
export const daysInTrash = 30

/** How many entries of the trash one call restores, at most. */
export const mostRestored = 100

/** The instant, in UTC, until which what was deleted at an instant can be restored; its data is removed after it. */
export const restorableUntil = (deletedAt: string): string => daysAfter(deletedAt, daysInTrash)

/** The instant, in UTC, before which everything was deleted that can no longer be restored at an instant. */
export const deletedBefore = (at: Date): string => daysAfter(at.toISOString(), -daysInTrash)
