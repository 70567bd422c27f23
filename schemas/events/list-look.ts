import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { UserId } from '../ids.ts'
import { arrangedKinds, listLooks } from '../sort-columns.ts'

export const listLookEvents = {
  /** The user sees the lists of this kind so from now on, wherever they sign in. */
  ListLookChosen: z.object({
    userId: UserId,
    kind: z.enum(arrangedKinds),
    look: z.enum(listLooks),
    hidden: z.array(z.string()),
    widths: z.record(z.string(), z.number()),
  }),
}
export type ListLookEvent = EventOf<typeof listLookEvents>
