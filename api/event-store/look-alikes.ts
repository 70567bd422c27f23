import unhomoglyph from 'unhomoglyph'

const foreign = /[^\p{ASCII}]+/gu

/**
 * A text with every character that Unicode's table of confusables knows put as the plain one it looks like:
 * a Cyrillic 'а' becomes 'a'. ASCII stays as it is, since 'rn' and 'm' are told apart by everybody who types them.
 */
export const lookOf = (text: string): string =>
  text.normalize('NFD').replace(foreign, unhomoglyph).normalize('NFC').toLowerCase()
