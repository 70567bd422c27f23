import type { Projection } from '../projection.ts'
import { trash } from './trash.ts'

/** The trash once more, for the workers, who purge what has expired: they keep it in step with the log themselves. */
export const trashToPurge: Projection = { ...trash, name: 'trash-to-purge' }
