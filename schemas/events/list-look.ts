import { z } from 'zod'
import { listLooks, lookKinds } from '#schemas/calls/sort-columns.ts'
import type { EventOf } from '../event.ts'
import { UserId } from '../ids.ts'

export const listLookEvents = {
  /** The user sees the lists of this kind, or the overview, so from now on, wherever they sign in. */
  ListLookChosen: z.object({
    userId: UserId,
    kind: z.enum(lookKinds),
    look: z.enum(listLooks),
    hidden: z.array(z.string()),
    widths: z.record(z.string(), z.number()),
  }),
}
export type ListLookEvent = EventOf<typeof listLookEvents>
