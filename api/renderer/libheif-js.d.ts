/** The part of libheif that is used; its package has no types for this bundle. */
declare module 'libheif-js/wasm-bundle.js' {
  /** Objects in the memory of libheif, which stay there until they are released. */
  type Context = { readonly context: unique symbol }
  type Handle = { readonly handle: unique symbol }
  type Image = { readonly image: unique symbol }
  /** The value that stands for a failure. */
  export type Failure = { code: object; message: string }
  export type Decoded = {
    image: Image
    channels: { width: number; height: number; stride: number; data: Uint8Array }[]
  }
  const libheif: {
    heif_error_code: { heif_error_Ok: object }
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGB: object }
    heif_context_alloc: () => Context
    heif_context_free: (context: Context) => void
    heif_context_read_from_memory: (context: Context, bytes: Uint8Array) => Failure
    heif_js_context_get_primary_image_handle: (context: Context) => Handle | Failure
    heif_image_handle_get_width: (handle: Handle) => number
    heif_image_handle_get_height: (handle: Handle) => number
    heif_image_handle_release: (handle: Handle) => void
    heif_js_decode_image2: (handle: Handle, colorspace: object, chroma: object) => Decoded | Failure
    heif_image_release: (image: Image) => void
  }
  export default libheif
}
