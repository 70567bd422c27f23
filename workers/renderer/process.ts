/**
 * The only process that opens files from outside. It has no secrets, no rights to write or start anything, and is
 * killed by its parent when a file makes it hang or swell.
 */
import { drawImage, drawPixels, refusalOf } from './images.ts'
import { firstPage } from './pdf.ts'
import type { Drawing, DrawRequest, RendererMessage } from './protocol.ts'

const answer = (message: RendererMessage): void => {
  process.send?.(message)
}

const draw = async ({ bytes, type, shape }: DrawRequest): Promise<Drawing> => {
  try {
    const thumbnail =
      type === 'application/pdf' ? await drawPixels(await firstPage(bytes), shape) : await drawImage(bytes, shape)
    return { drawn: true, thumbnail }
  } catch (error) {
    return { drawn: false, refusal: refusalOf(error) }
  }
}

process.on('message', (request: DrawRequest) => {
  void draw(request).then((drawing) => answer({ kind: 'drawing', drawing }))
})
process.once('disconnect', () => process.exit())
answer({ kind: 'ready' })
