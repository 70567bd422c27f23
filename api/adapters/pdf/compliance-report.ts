import { PDFDocument } from 'pdf-lib'
import { type CellState, cellStates, cellWords } from '#schemas/records/cell-states.ts'
import type { ComplianceCell, ComplianceNumbers, ComplianceRow } from '#schemas/resources/compliance.ts'
import { embedFonts } from './fonts.ts'
import { contentWidth, type Ink, landscape, openSheet, type Paragraph, type Sheet } from './sheet.ts'
import { drawTable } from './table.ts'

/** What a report says: of a team or a part of it, by client, as it was at an instant, which is in words. */
export type ComplianceReport = {
  team: string
  /** The client or the site that it is of alone. */
  part: string | null
  at: string
  numbers: ComplianceNumbers
  /** The required categories in their order. */
  categories: readonly { id: string; name: string }[]
  clients: readonly { name: string; numbers: ComplianceNumbers; rows: readonly ComplianceRow[] }[]
}

const width = contentWidth(landscape)
const text = { size: 8 }
const small = { size: 7, ink: 'grey' } as const
const title = { size: 15, bold: true }

const inks: Readonly<Record<CellState, Ink>> = {
  missing: 'red',
  expired: 'red',
  expiring: 'amber',
  valid: 'green',
  exempt: 'grey',
}

const percents = (share: number | null): string => (share === null ? '–' : `${Math.floor(share * 100)} %`)

/** A table with room for names in its first column. */
const table = (sheet: Sheet, rows: Parameters<typeof drawTable>[1], heading: readonly string[]) =>
  drawTable(sheet, rows, heading, { width, first: 160 })

const line = (sheet: Sheet, paragraph: Paragraph): void => sheet.row({ x: 0, width, paragraphs: [paragraph] })

const drawLegend = (sheet: Sheet): void => {
  for (const state of cellStates) {
    const { word, means } = cellWords[state]
    sheet.row(
      { x: 0, width: 80, paragraphs: [{ ...text, bold: true, ink: inks[state], text: word }] },
      { x: 85, width: width - 85, paragraphs: [{ ...text, text: means }] },
    )
  }
}

const drawSummary = (sheet: Sheet, { team, part, at, numbers, clients }: ComplianceReport): void => {
  line(sheet, { ...title, size: 22, text: 'Compliance' })
  line(sheet, { ...title, size: 12, text: [team, part].filter(Boolean).join(' · ') })
  line(sheet, { ...text, ink: 'grey', text: `As it was on ${at}.` })
  sheet.space(14)
  drawLegend(sheet)
  sheet.space(18)
  const numbersOf = ({ sites, required, share, ...counts }: ComplianceNumbers): Paragraph[][] =>
    [sites, required, percents(share), ...cellStates.map((state) => counts[state])].map((each) => [
      { ...text, text: String(each) },
    ])
  const heading = ['Client', 'Sites', 'Required', 'In order', ...cellStates.map((state) => cellWords[state].word)]
  const ofClients = clients.map((client) => [[{ ...text, text: client.name }], ...numbersOf(client.numbers)])
  table(sheet, [...ofClients, [[{ ...text, bold: true, text: 'All' }], ...numbersOf(numbers)]], heading)
}

const cellOf = (cell: ComplianceCell | undefined): Paragraph[] => {
  if (!cell) return [{ ...small, text: '' }]
  const { state, expires_at, exemption } = cell
  const until = exemption ? exemption.until : expires_at
  const word = {
    ...text,
    bold: state === 'missing' || state === 'expired',
    ink: inks[state],
    text: cellWords[state].word,
  }
  return until ? [word, { ...small, text: until }] : [word]
}

/** The most categories whose dates have room beside each other; others are in a table below. */
const mostBeside = 12

type Categories = ComplianceReport['categories']

const drawSites = (sheet: Sheet, rows: readonly ComplianceRow[], categories: Categories): void => {
  const sites = rows.map(({ site, cells }) => [
    [{ ...text, text: site.name }, ...(site.postcode ? [{ ...small, text: site.postcode }] : [])],
    ...categories.map(({ id }) => cellOf(cells.find(({ category_id }) => category_id === id))),
  ])
  table(sheet, sites, [`Sites of ${rows[0]?.client.name}`, ...categories.map(({ name }) => name)])
}

const drawReasons = (sheet: Sheet, rows: readonly ComplianceRow[], categories: Categories): void => {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  for (const { site, cells } of rows) {
    for (const { category_id, exemption } of cells) {
      if (!exemption) continue
      const until = exemption.until ? ` (until ${exemption.until})` : ''
      sheet.row(
        { x: 0, width: 152, paragraphs: [{ ...text, text: site.name }] },
        {
          x: 160,
          width: 152,
          paragraphs: [{ ...text, ink: 'grey', text: `Not needed: ${names.get(category_id)}${until}` }],
        },
        { x: 320, width: width - 320, paragraphs: [{ ...text, text: exemption.reason }] },
      )
    }
  }
}

/**
 * What is required of sites and whether they have it, as PDF: a summary, and a page or more for each client. It takes a
 * second for some thousand cells, and is therefore drawn in a thread of its own.
 */
export const complianceReport = async (report: ComplianceReport): Promise<Uint8Array> => {
  const { team, at, clients } = report
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const sheet = openSheet(pdf, await embedFonts(pdf, JSON.stringify(report)), landscape)
  drawSummary(sheet, report)
  for (const { name, numbers, rows } of clients) {
    const required = new Set(rows.flatMap(({ cells }) => cells.map(({ category_id }) => category_id)))
    const categories = report.categories.filter(({ id }) => required.has(id as ComplianceCell['category_id']))
    sheet.turn()
    line(sheet, { ...title, text: name })
    line(sheet, { ...text, ink: 'grey', text: `In order: ${percents(numbers.share)} of ${numbers.required}` })
    for (let from = 0; from === 0 || from < categories.length; from += mostBeside) {
      sheet.space(10)
      drawSites(sheet, rows, categories.slice(from, from + mostBeside))
    }
    sheet.space(6)
    drawReasons(sheet, rows, categories)
  }
  const name = `Compliance of ${team}`
  sheet.finish(`${name} · ${at}`)
  pdf.setTitle(name, { showInWindowTitleBar: true })
  pdf.setAuthor(team)
  pdf.setLanguage('en-GB')
  return pdf.save()
}
