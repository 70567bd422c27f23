import { readFileSync } from 'node:fs'
import fontkit, { type Font } from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

/** One run of a generator that a compiler has turned into steps; a step that ends it calls `stop`. */
type Steps = { prev: number; next: number; stop: () => void }

const wrap = <Value>(step: (steps: Steps) => Value): Iterator<Value, undefined> => {
  let isDone = false
  const stop = () => {
    isDone = true
  }
  const steps: Steps = { prev: 0, next: 0, stop }
  return {
    next: () => {
      const value = step(steps)
      return isDone ? { done: true, value: undefined } : { done: false, value }
    },
  }
}

// The build of @pdf-lib/fontkit calls this helper of its compiler to shape the scripts of India and Cambodia, and does
// not bring it.
Object.assign(globalThis, { regeneratorRuntime: { mark: (generator: unknown) => generator, wrap } })

/** Scripts beyond those of Noto Sans itself (Latin, Greek, Cyrillic), each by a font of its own. */
const scripts = `Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao
  Malayalam Myanmar Sinhala Tamil Telugu Thaana Thai`.split(/\s+/)

const word = (script: string) => `\\p{Script=${script}}[\\p{Script=${script}}\\p{M}\\u200C\\u200D]*`

/** Words of one script with the spaces between them, in a group of the script's name. */
export const ofScripts = new RegExp(
  scripts.map((script) => `(?<${script}>${word(script)}(?: ${word(script)})*)`).join('|'),
  'gu',
)

type File = { bytes: Uint8Array; font: Font }

const folder = new URL('./fonts/', import.meta.url)
const files = new Map<string, File>()

/** Fonts are parsed once a process: that takes longer than the drawing of an invoice. */
const fileOf = (name: string): File => {
  const known = files.get(name)
  if (known) return known
  const bytes = readFileSync(new URL(`NotoSans${name}.ttf`, folder))
  const file = { bytes, font: fontkit.create(bytes) }
  files.set(name, file)
  return file
}

/**
 * Has the glyphs of a text say what they stand for. One that was first met as a part of another, such as the E of an É,
 * would not, in no document of the process: readers would neither copy nor find it.
 */
const nameGlyphs = (font: Font, text: string): void => {
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const glyph = font.glyphForCodePoint(codePoint)
    if (glyph.codePoints.length === 0) glyph.codePoints.push(codePoint)
  }
}

/**
 * A font for one document, in which words come again and again: each is shaped once, but for scripts from right to left,
 * whose lines are shaped whole. Of what a font says of a text only the glyphs are used.
 */
const remembering = (font: Font): Font => {
  type Shaped = Pick<ReturnType<Font['layout']>, 'glyphs' | 'direction'>
  const shaped = new Map<string, Shaped>()
  const shape = (text: string, features: Parameters<Font['layout']>[1]): Shaped => {
    const known = shaped.get(text)
    if (known) return known
    nameGlyphs(font, text)
    const { glyphs, direction } = font.layout(text, features)
    shaped.set(text, { glyphs, direction })
    return { glyphs, direction }
  }
  const layout = (text: string, features: Parameters<Font['layout']>[1]): Shaped => {
    const words = text.split(/( )/).map((word) => shape(word, features))
    const [first, ...more] = words
    if (!first || more.length === 0 || words.some(({ direction }) => direction === 'rtl')) return shape(text, features)
    return { ...first, glyphs: words.flatMap(({ glyphs }) => glyphs) }
  }
  return Object.create(font, { layout: { value: layout } })
}

const parsed = (bytes: Uint8Array): Font => {
  const file = [...files.values()].find((each) => each.bytes === bytes)
  return remembering(file?.font ?? fontkit.create(bytes))
}

export type Fonts = {
  regular: PDFFont
  bold: PDFFont
  /** Of the scripts that the texts are in; there is no bold one. */
  byScript: ReadonlyMap<string, PDFFont>
}

/** Embeds what the characters of these texts need of the fonts. Characters that no font has are drawn as a box. */
export const embedFonts = async (pdf: PDFDocument, texts: string): Promise<Fonts> => {
  pdf.registerFontkit({ create: parsed })
  const embed = (name: string) => pdf.embedFont(fileOf(name).bytes, { subset: true })
  const used = new Set(
    [...texts.matchAll(ofScripts)].flatMap(({ groups = {} }) => scripts.filter((each) => groups[each])),
  )
  const byScript = new Map<string, PDFFont>()
  for (const script of used) byScript.set(script, await embed(`${script}-Regular`))
  return { regular: await embed('-Regular'), bold: await embed('-Bold'), byScript }
}
