import { z } from 'zod'

/** What became of the picture that was sent last: none was, it is being prepared, it is shown, or it cannot be. */
export const PictureState = z.enum(['none', 'pending', 'ready', 'failed'])
export type PictureState = z.infer<typeof PictureState>
