import unhomoglyph from 'unhomoglyph'

const foreign = /[^\p{ASCII}]+/gu

/**
 * The confusable skeleton of a text (UTS 39): every character that Unicode lists as confusable is replaced by the plain
 * one that it looks like, so a Cyrillic 'а' becomes 'a'. ASCII stays as it is, since anybody who types 'rn' can tell it
 * from 'm'.
 */
export const skeletonOf = (text: string): string =>
  text.normalize('NFD').replace(foreign, unhomoglyph).normalize('NFC').toLowerCase()
