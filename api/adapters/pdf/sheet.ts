import {
  beginText,
  endText,
  type PDFDocument,
  type PDFFont,
  type PDFImage,
  type PDFName,
  type PDFPage,
  rgb,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from 'pdf-lib'
import type { Fonts } from './fonts.ts'
import { runsOf, type Style, widthOf, wrap } from './text.ts'

/** A4, in points. */
export const portrait = { width: 595.28, height: 841.89 }
export const landscape = { width: portrait.height, height: portrait.width }
type Paper = typeof portrait

const margin = { side: 50, top: 56, bottom: 64 }
const inks = {
  dark: rgb(0.1, 0.11, 0.13),
  grey: rgb(0.4, 0.42, 0.45),
  red: rgb(0.72, 0.11, 0.11),
  amber: rgb(0.6, 0.35, 0),
  green: rgb(0.1, 0.42, 0.2),
}
const lineInk = rgb(0.8, 0.82, 0.84)

/** How wide the text is: from the left margin to the right one. */
export const contentWidth = (paper: Paper): number => paper.width - 2 * margin.side

export type Ink = keyof typeof inks

export type Paragraph = Style & { text: string; ink?: Ink }

/** An image as large as it is drawn. */
export type Picture = { image: PDFImage; width: number; height: number }

/** A column of a row: `x` is measured from the left margin. A picture stands at its top, and its texts beside it. */
export type Cell = {
  x: number
  width: number
  align?: 'right'
  paragraphs: readonly Paragraph[]
  picture?: Picture | undefined
}

export type Sheet = {
  /** Columns side by side, which go on on the next page where they do not fit; short ones are kept together. */
  row: (...cells: readonly Cell[]) => void
  space: (points: number) => void
  rule: () => void
  /** Goes on on a new page. */
  turn: () => void
  /** Rows that are drawn again at the top of each new page; none is the default. */
  repeat: (heading: (() => void) | null) => void
  /** Draws a line at the bottom of each page, and says which of how many it is. */
  finish: (footer: string) => void
}

type Line = Omit<Paragraph, 'size'> & { style: Style; height: number }

/** A roll of pages that is written from top to bottom. */
export const openSheet = (pdf: PDFDocument, fonts: Fonts, paper: Paper): Sheet => {
  let page = pdf.addPage([paper.width, paper.height])
  let y = paper.height - margin.top
  let heading: (() => void) | null = null

  const turn = () => {
    page = pdf.addPage([paper.width, paper.height])
    y = paper.height - margin.top
    heading?.()
  }

  /** What pages call the fonts: each page names a font once, and not with every text. */
  const names = new Map<PDFPage, Map<PDFFont, PDFName>>()
  const nameOn = (on: PDFPage, font: PDFFont): PDFName => {
    const known = names.get(on) ?? new Map<PDFFont, PDFName>()
    const name = known.get(font) ?? on.node.newFontDictionary(font.name, font.ref)
    names.set(on, known.set(font, name))
    return name
  }

  const write = (on: PDFPage, { text, style, ink = 'dark' }: Omit<Line, 'height'>, left: number, top: number) => {
    let x = left
    const { size } = style
    on.pushOperators(beginText(), setFillingColor(inks[ink]))
    for (const { text: run, font } of runsOf(fonts, text, style)) {
      const place = setTextMatrix(1, 0, 0, 1, x, top - size)
      on.pushOperators(setFontAndSize(nameOn(on, font), size), place, showText(font.encodeText(run)))
      x += font.widthOfTextAtSize(run, size)
    }
    on.pushOperators(endText())
  }

  const linesOf = ({ width, paragraphs }: Cell): Line[] =>
    paragraphs.flatMap(({ text, ink = 'dark', ...style }) =>
      wrap(fonts, text, width, style).map((line) => ({ text: line, ink, style, height: style.size * 1.45 })),
    )

  const row: Sheet['row'] = (...cells) => {
    const columns = cells.map((cell) => ({ ...cell, lines: linesOf(cell) }))
    const many = Math.max(...columns.map(({ lines }) => lines.length))
    const heights = Array.from({ length: many }, (_, at) =>
      Math.max(...columns.map(({ lines }) => lines[at]?.height ?? 0)),
    )
    const text = heights.reduce((sum, each) => sum + each, 0)
    const height = Math.max(text, ...cells.map(({ picture }) => picture?.height ?? 0))
    const isShort = height < (paper.height - margin.top - margin.bottom) / 3
    if (isShort && y - height < margin.bottom) turn()
    for (const { x, picture } of cells) {
      if (!picture) continue
      const { image, ...size } = picture
      page.drawImage(image, { x: margin.side + x, y: y - size.height, ...size })
    }
    // Written column by column, which is the order in which it is read aloud and selected.
    let writes = columns.map((): (() => void)[] => [])
    const flush = () => {
      for (const each of writes.flat()) each()
      writes = columns.map(() => [])
    }
    for (const [at, lineHeight] of heights.entries()) {
      if (y - lineHeight < margin.bottom) {
        flush()
        turn()
      }
      const on = page
      const top = y
      for (const [column, { x, width, align, lines }] of columns.entries()) {
        const line = lines[at]
        if (!line) continue
        const indent = align === 'right' ? width - widthOf(fonts, line.text, line.style) : 0
        writes[column]?.push(() => write(on, line, margin.side + x + indent, top))
      }
      y -= lineHeight
    }
    flush()
    y -= height - text
  }

  return {
    row,
    turn,
    space: (points) => {
      y -= points
    },
    rule: () => {
      const start = margin.side
      const end = paper.width - margin.side
      page.drawLine({ start: { x: start, y }, end: { x: end, y }, thickness: 0.6, color: lineInk })
    },
    repeat: (rows) => {
      heading = rows
    },
    finish: (footer) => {
      const pages = pdf.getPages()
      const style = { size: 8 }
      for (const [at, each] of pages.entries()) {
        const place = `Page ${at + 1} of ${pages.length}`
        const right = paper.width - margin.side - widthOf(fonts, place, style)
        write(each, { text: footer, style, ink: 'grey' }, margin.side, margin.bottom - 20)
        write(each, { text: place, style, ink: 'grey' }, right, margin.bottom - 20)
      }
    },
  }
}
