import type { JpegOfPhoto } from './http/photo-uploads.ts'
import { defaultLimits, openRendererPool, Postponed } from './renderer/rendering.ts'

/** Refusals that a smaller photo would not have met. */
const ofLargeOnes = ['too-large', 'timed-out', 'out-of-memory']

/**
 * Opens photos in one confined renderer, started by the first and stopped when idle. A crash may have a cause outside the
 * photo, so that it is tried once more.
 */
export const openPhotos = (): { jpegOf: JpegOfPhoto; close: () => void } => {
  const renderers = openRendererPool(['little'], defaultLimits)
  const jpegOf: JpegOfPhoto = async (path, holder) => {
    const convert = () => renderers.convert({ path }, { holder })
    try {
      let conversion = await convert()
      if (!conversion.converted && conversion.refusal === 'crashed') conversion = await convert()
      if (conversion.converted) return { jpeg: conversion.jpeg }
      return { refusal: ofLargeOnes.includes(conversion.refusal) ? 'too-large' : 'unreadable' }
    } catch (error) {
      if (error instanceof Postponed) return { refusal: 'busy' }
      throw error
    }
  }
  return { jpegOf, close: renderers.close }
}
