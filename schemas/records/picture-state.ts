import { z } from 'zod'

/** The state of the newest upload of a picture: none, pending, shown, or failed. */
export const PictureState = z.enum(['none', 'pending', 'ready', 'failed']).meta({
  description: 'Of the picture that was sent last: none was, it is being drawn, it is shown, or it cannot be.',
})
export type PictureState = z.infer<typeof PictureState>

/** The type of every picture that a worker draws. */
export const drawnType = 'image/webp'

/** The path of the drawn picture on this origin. */
export const PictureUrl = z
  .string()
  .nullable()
  .meta({ description: 'Path of the picture on this origin, WebP; null: the default picture is shown.' })
