import libheif, { type Decoded, type Failure } from 'libheif-js/wasm-bundle.js'
import { TooManyPixels } from './images.ts'
import { maxHeicPixels } from './protocol.ts'

/** The pixels of a picture, 3 bytes each, red, green, blue, and the colour profile (ICC) by which they are meant. */
export type HeicPixels = { data: Uint8Array; width: number; height: number; profile: Uint8Array | undefined }

const succeeded = <Value extends object>(value: Value): Exclude<Value, Failure> => {
  if ('code' in value && 'message' in value) throw new Error(String(value.message))
  return value as Exclude<Value, Failure>
}

/** Rows without the bytes that libheif puts at the end of each. */
const packed = ({ width, height, stride, data }: Decoded['channels'][number]): Uint8Array => {
  const row = 3 * width
  if (stride > row) for (let y = 1; y < height; y += 1) data.copyWithin(y * row, y * stride, y * stride + row)
  return data.subarray(0, row * height)
}

/** The box 'colr' of type 'prof' holds an ICC profile; a picture has one, and none where its colours are the usual. */
const profileIn = (bytes: Uint8Array): Uint8Array | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = file.indexOf('colrprof', 0, 'latin1')
  if (at < 4) return undefined
  const end = at - 4 + file.readUInt32BE(at - 4)
  return end <= file.length && end > at + 8 ? file.subarray(at + 8, end) : undefined
}

const decoded = (context: ReturnType<typeof libheif.heif_context_alloc>, bytes: Uint8Array) => {
  const read = libheif.heif_context_read_from_memory(context, bytes)
  if (read.code !== libheif.heif_error_code.heif_error_Ok) throw new Error(read.message)
  const handle = succeeded(libheif.heif_js_context_get_primary_image_handle(context))
  try {
    const width = libheif.heif_image_handle_get_width(handle)
    const height = libheif.heif_image_handle_get_height(handle)
    if (width * height > maxHeicPixels) throw new TooManyPixels()
    const { heif_colorspace, heif_chroma } = libheif
    return succeeded(
      libheif.heif_js_decode_image2(
        handle,
        heif_colorspace.heif_colorspace_RGB,
        heif_chroma.heif_chroma_interleaved_RGB,
      ),
    )
  } finally {
    libheif.heif_image_handle_release(handle)
  }
}

/**
 * The first picture of a HEIC, upright: turning and mirroring are part of the format, and decoded with it.
 * @throws the decoder's error for a broken picture; {TooManyPixels}
 */
export const heicPixels = (bytes: Uint8Array): HeicPixels => {
  const context = libheif.heif_context_alloc()
  try {
    const { image, channels } = decoded(context, bytes)
    const [pixels] = channels
    libheif.heif_image_release(image)
    if (!pixels) throw new Error('The picture has no pixels')
    const { width, height } = pixels
    return { data: packed(pixels), width, height, profile: profileIn(bytes) }
  } finally {
    libheif.heif_context_free(context)
  }
}
