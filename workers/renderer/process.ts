/**
 * The only process that opens files from outside. It has no secrets, no rights to write or start anything, and is
 * killed by its parent when a file makes it hang or swell.
 */
import { drawImage, drawPixels, refusalOf } from './images.ts'
import { firstPage, textOf } from './pdf.ts'
import type {
  Drawing,
  DrawRequest,
  Reading,
  ReadRequest,
  RendererAnswer,
  RendererMessage,
  RendererRequest,
} from './protocol.ts'

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

const read = async ({ bytes }: ReadRequest): Promise<Reading> => {
  try {
    return { read: true, text: await textOf(bytes) }
  } catch (error) {
    return { read: false, refusal: refusalOf(error) }
  }
}

const answerTo = async (request: RendererRequest): Promise<RendererAnswer> =>
  request.kind === 'draw'
    ? { kind: 'drawing', drawing: await draw(request) }
    : { kind: 'reading', reading: await read(request) }

process.on('message', (request: RendererRequest) => {
  void answerTo(request).then(answer)
})
process.once('disconnect', () => process.exit())
answer({ kind: 'ready' })
