import type { JpegOfPhoto } from './http/photo-uploads.ts'
import type { PictureOf } from './packs/read-contents.ts'
import { defaultLimits, openRendererPool, Postponed } from './renderer/rendering.ts'

/** Refusals that a smaller photo would not have met. */
const ofLargeOnes = ['too-large', 'timed-out', 'out-of-memory']

/** A crash may have a cause outside the document, so that it is tried once more. */
const trying = async <Answer extends object>(open: () => Promise<Answer>): Promise<Answer> => {
  const answer = await open()
  return 'refusal' in answer && answer.refusal === 'crashed' ? open() : answer
}

/**
 * Opens photos in one confined renderer, and what packs show small in another one, so that no upload waits for it; each is
 * started by the first and stopped when idle.
 */
export const openPhotos = (): { jpegOf: JpegOfPhoto; pictureOf: PictureOf; close: () => void } => {
  const ofUploads = openRendererPool(['little'], defaultLimits)
  const ofPacks = openRendererPool(['little'], defaultLimits)
  const jpegOf: JpegOfPhoto = async (path, holder) => {
    try {
      const conversion = await trying(() => ofUploads.convert({ path }, { holder }))
      if (conversion.converted) return { jpeg: conversion.jpeg }
      return { refusal: ofLargeOnes.includes(conversion.refusal) ? 'too-large' : 'unreadable' }
    } catch (error) {
      if (error instanceof Postponed) return { refusal: 'busy' }
      throw error
    }
  }
  const pictureOf: PictureOf = (stored, type, holder) =>
    stored.inFile(async (path) => {
      const drawing = await trying(() => ofPacks.draw({ path }, type, { holder, shape: 'small' }))
      // A copy, since it would keep the message that it came in, and pdf-lib reads all that its memory holds.
      return drawing.drawn ? new Uint8Array(drawing.thumbnail.bytes) : undefined
    })
  const close = () => {
    ofUploads.close()
    ofPacks.close()
  }
  return { jpegOf, pictureOf, close }
}
