import type { Session } from '#cli/session.ts'
import { MadeKind } from '#schemas/events/import.ts'
import { nouns } from '#schemas/nouns.ts'
import { counted } from '#schemas/text/counted.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { madeWords } from '#schemas/text/made-words.ts'
import { pathWords } from '#schemas/text/path-words.ts'
import { safeJson, safeText } from '#schemas/text/safe-text.ts'
import { maxPrinted } from '../import-report.ts'
import type { Entries, Entry } from './entries.ts'
import type { Plan } from './plan.ts'
import type { LeftOut } from './walk.ts'

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

/** Tells once each what files name and the team does not have; what was made stands in the summary. */
export const tellMissing = (
  { terminal, json }: Session,
  { missing, summary }: Plan,
  create: readonly MadeKind[],
): void => {
  if (json) return
  const lines = MadeKind.options.flatMap((kind) => {
    const isMade = create.includes(kind)
    if (isMade && !summary.dry_run) return []
    const words = `${isMade ? 'Would be made' : 'Nobody has yet'}: ${nouns[kind].one}`
    return missing[kind].map(({ name, rows, ...within }) => {
      const path = pathWords(...Object.values<string | null>(within), name)
      return { isMade, text: `${words} ${path} (${counted(rows, 'file')})` }
    })
  })
  for (const { text } of lines.slice(0, maxPrinted)) terminal.print(safeText(text))
  if (lines.length > maxPrinted) terminal.print(`... and ${lines.length - maxPrinted} more.`)
  if (lines.some(({ isMade }) => !isMade)) {
    terminal.note('--create clients,sites,visits,categories makes what is missing, or as much of it as you name.')
  }
}

/** One line about all files, for programs as JSON with one for each file before it. */
export const tellSummary = ({ terminal, json }: Session, entries: Entries, { summary, run }: Plan): void => {
  const of = (verdict: Entry['verdict']) => entries.sum(verdict).files
  const counts = { brought: of('sent'), unchanged: of('unchanged'), refused: of('refused') }
  if (json) {
    let files = 0
    for (const { path, verdict, errors } of entries.of()) {
      files += 1
      terminal.print(safeJson(JSON.stringify({ path, verdict, errors })))
    }
    terminal.print(safeJson(JSON.stringify({ summary: { ...summary, files, ...counts } })))
    return
  }
  const made = madeWords(summary.created)
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
