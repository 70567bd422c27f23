import type { PDFFont } from 'pdf-lib'
import { type Fonts, ofScripts } from './fonts.ts'

/** `size` in points. */
export type Style = { size: number; bold?: boolean }

/** A text in one font. */
export type Run = { text: string; font: PDFFont }

const rightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}]/u

/** As it can be drawn: composed, with spaces for control characters, and without marks that change the direction. */
const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')

/** The runs of a line, from left to right. */
export const runsOf = ({ regular, bold, byScript }: Fonts, line: string, style: Style): Run[] => {
  const plain = style.bold ? bold : regular
  if (byScript.size === 0) return [{ text: line, font: plain }]
  const runs: Run[] = []
  let end = 0
  for (const { 0: text, index, groups = {} } of line.matchAll(ofScripts)) {
    const script = Object.keys(groups).find((each) => groups[each] !== undefined) ?? ''
    if (index > end) runs.push({ text: line.slice(end, index), font: plain })
    runs.push({ text, font: byScript.get(script) ?? plain })
    end = index + text.length
  }
  if (end < line.length) runs.push({ text: line.slice(end), font: plain })
  return rightToLeft.test(line) ? runs.reverse() : runs
}

export const widthOf = (fonts: Fonts, line: string, style: Style): number =>
  runsOf(fonts, line, style).reduce((sum, { text, font }) => sum + font.widthOfTextAtSize(text, style.size), 0)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The longest beginnings that fit: at most one grapheme wider than `width`. */
const broken = (fonts: Fonts, word: string, width: number, style: Style): string[] => {
  const parts = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${parts.at(-1)}${segment}`
    if (longer !== segment && widthOf(fonts, longer, style) > width) parts.push(segment)
    else parts[parts.length - 1] = longer
  }
  return parts
}

const wrapParagraph = (fonts: Fonts, paragraph: string, width: number, style: Style): string[] => {
  const lines: string[] = []
  let room = 0
  for (const word of paragraph.split(/ +/)) {
    const wide = widthOf(fonts, word, style)
    const spaced = wide + widthOf(fonts, ' ', style)
    if (lines.length > 0 && spaced <= room) {
      lines.push(`${lines.pop()} ${word}`)
      room -= spaced
      continue
    }
    lines.push(...(wide <= width ? [word] : broken(fonts, word, width, style)))
    room = width - widthOf(fonts, lines.at(-1) ?? '', style)
  }
  return lines
}

/** The lines of a text in a column of so many points: words as a whole where they fit, and its own line breaks. */
export const wrap = (fonts: Fonts, text: string, width: number, style: Style): string[] =>
  text.split(/\r\n|\r|\n/).flatMap((paragraph) => wrapParagraph(fonts, drawable(paragraph).trim(), width, style))
