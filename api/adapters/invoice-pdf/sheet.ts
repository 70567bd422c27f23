import { type PDFDocument, type PDFPage, rgb } from 'pdf-lib'
import type { Fonts } from './fonts.ts'
import { runsOf, type Style, widthOf, wrap } from './text.ts'

/** A4, in points. */
const paper = { width: 595.28, height: 841.89 }
const margin = { side: 50, top: 56, bottom: 64 }
const ink = { dark: rgb(0.1, 0.11, 0.13), grey: rgb(0.4, 0.42, 0.45), line: rgb(0.8, 0.82, 0.84) }

/** Where the text is: from the left margin to the right one. */
export const contentWidth = paper.width - 2 * margin.side

type Paragraph = Style & { text: string; grey?: boolean }

/** A column of a row: `x` is measured from the left margin. */
export type Cell = { x: number; width: number; align?: 'right'; paragraphs: readonly Paragraph[] }

export type Sheet = {
  /** Columns side by side, which go on on the next page where they do not fit; short ones are kept together. */
  row: (...cells: readonly Cell[]) => void
  space: (points: number) => void
  rule: () => void
  /** Rows that are drawn again at the top of each new page; none is the default. */
  repeat: (heading: (() => void) | null) => void
  /** Draws a line at the bottom of each page, and says which of how many it is. */
  finish: (footer: string) => void
}

type Line = Omit<Paragraph, 'size'> & { style: Style; height: number }

/** A roll of pages that is written from top to bottom. */
export const openSheet = (pdf: PDFDocument, fonts: Fonts): Sheet => {
  let page = pdf.addPage([paper.width, paper.height])
  let y = paper.height - margin.top
  let heading: (() => void) | null = null

  const turn = () => {
    page = pdf.addPage([paper.width, paper.height])
    y = paper.height - margin.top
    heading?.()
  }

  const write = (on: PDFPage, { text, style, grey }: Omit<Line, 'height'>, left: number, top: number) => {
    let x = left
    for (const run of runsOf(fonts, text, style)) {
      const { size } = style
      on.drawText(run.text, { x, y: top - size, size, font: run.font, color: grey ? ink.grey : ink.dark })
      x += run.font.widthOfTextAtSize(run.text, size)
    }
  }

  const linesOf = ({ width, paragraphs }: Cell): Line[] =>
    paragraphs.flatMap(({ text, grey = false, ...style }) =>
      wrap(fonts, text, width, style).map((line) => ({ text: line, grey, style, height: style.size * 1.45 })),
    )

  const row: Sheet['row'] = (...cells) => {
    const columns = cells.map((cell) => ({ ...cell, lines: linesOf(cell) }))
    const many = Math.max(...columns.map(({ lines }) => lines.length))
    const heights = Array.from({ length: many }, (_, at) =>
      Math.max(...columns.map(({ lines }) => lines[at]?.height ?? 0)),
    )
    const height = heights.reduce((sum, each) => sum + each, 0)
    const isShort = height < (paper.height - margin.top - margin.bottom) / 3
    if (isShort && y - height < margin.bottom) turn()
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
  }

  return {
    row,
    space: (points) => {
      y -= points
    },
    rule: () => {
      const start = margin.side
      const end = paper.width - margin.side
      page.drawLine({ start: { x: start, y }, end: { x: end, y }, thickness: 0.6, color: ink.line })
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
        write(each, { text: footer, style, grey: true }, margin.side, margin.bottom - 20)
        write(each, { text: place, style, grey: true }, right, margin.bottom - 20)
      }
    },
  }
}
