import type { Session } from '#cli/session.ts'
import { MadeKind } from '#schemas/events/import.ts'
import type { MissingRecords } from '#schemas/resources/import-files.ts'
import { counted } from '#schemas/text/counted.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { safeJson, safeText } from '#schemas/text/safe-text.ts'
import { messageOf } from '../import-report.ts'
import type { Entry } from './entries.ts'
import type { Plan } from './plan.ts'
import type { LeftOut } from './walk.ts'

/** Refused files, and missing names, that are printed one by one. */
const maxPrinted = 20

const reasons: Record<keyof LeftOut, string> = {
  hidden: 'hidden or of the system',
  empty: 'empty',
  excluded: 'excluded',
  links: 'links that lead out, in circles or nowhere',
}

export const tellLeftOut = ({ terminal, json }: Session, leftOut: LeftOut): void => {
  const told = Object.entries(reasons).flatMap(([reason, words]) => {
    const count = leftOut[reason as keyof LeftOut]
    return count > 0 ? [`${count} ${words}`] : []
  })
  if (told.length > 0 && !json) terminal.note(`Left out: ${told.join(', ')}.`)
}

export const tellRefused = (
  { terminal, json }: Session,
  refused: readonly Entry[],
  report: string | undefined,
): void => {
  if (json) return
  for (const entry of refused.slice(0, maxPrinted))
    terminal.print(safeText(`${entry.path} refused: ${messageOf(entry)}`))
  const more = refused.length - maxPrinted
  if (more > 0) terminal.print(`... and ${more} more${report ? '' : '; --report FILE writes all of them to a file'}.`)
  if (refused.length > 0 && report) terminal.note(`Wrote ${report}.`)
}

/** What is missing as lines of a noun, what it is called, and the number of its files. */
const linesOf = ({ clients, sites, visits, categories }: MissingRecords) => ({
  clients: clients.map(({ name, rows }) => ({ noun: 'client', names: [name], rows })),
  sites: sites.map(({ client, name, rows }) => ({ noun: 'site', names: [client, name], rows })),
  visits: visits.map(({ client, site, name, rows }) => ({ noun: 'visit', names: [client, site, name], rows })),
  categories: categories.map(({ name, rows }) => ({ noun: 'category', names: [name], rows })),
})

/** Tells once each what files name and the team does not have; what was made stands in the summary. */
export const tellMissing = (
  { terminal, json }: Session,
  { missing, summary }: Plan,
  create: readonly MadeKind[],
): void => {
  if (json) return
  const all = linesOf(missing)
  const lines = MadeKind.options.flatMap((kind) => {
    const isMade = create.includes(kind)
    if (isMade && !summary.dry_run) return []
    return all[kind].map((line) => ({ ...line, words: isMade ? 'Would be made' : 'Nobody has yet' }))
  })
  for (const { words, noun, names, rows } of lines.slice(0, maxPrinted)) {
    terminal.print(
      safeText(`${words}: ${noun} ${names.filter((name) => name !== null).join(' / ')} (${counted(rows, 'file')})`),
    )
  }
  if (lines.length > maxPrinted) terminal.print(`... and ${lines.length - maxPrinted} more.`)
  if (lines.some(({ words }) => words === 'Nobody has yet')) {
    terminal.note('--create clients,sites,visits,categories makes what is missing, or as much of it as you name.')
  }
}

/** One line about all files, for programs as JSON with one for each file before it. */
export const tellSummary = ({ terminal, json }: Session, entries: readonly Entry[], { summary, run }: Plan): void => {
  const of = (verdict: Entry['verdict']) => entries.filter((entry) => entry.verdict === verdict).length
  const counts = { files: entries.length, brought: of('sent'), unchanged: of('unchanged'), refused: of('refused') }
  if (json) {
    for (const { path, verdict, errors } of entries) terminal.print(safeJson(JSON.stringify({ path, verdict, errors })))
    terminal.print(safeJson(JSON.stringify({ summary: { ...summary, ...counts } })))
    return
  }
  const made = Object.entries(summary.created).flatMap(([kind, count]) =>
    count > 0 ? [counted(count, kind === 'categories' ? 'category' : kind.slice(0, -1), kind)] : [],
  )
  const also = made.length > 0 ? ` ${summary.dry_run ? 'To be made' : 'Made'} for them: ${made.join(', ')}.` : ''
  const { unchanged, refused } = counts
  if (summary.dry_run) {
    const size = humanReadableSize(summary.bytes)
    terminal.print(
      `Dry run: ${counted(summary.wanted, 'file')} to bring (${size}), ${unchanged} unchanged, ${refused} refused.${also} Nothing was written.`,
    )
    return
  }
  const undo = run !== null && counts.brought > 0 ? ` To undo it: siteledger import undo ${run}` : ''
  terminal.print(`files: ${counts.brought} brought, ${unchanged} unchanged, ${refused} refused.${also}${undo}`)
}
