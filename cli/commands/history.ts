import { Argument, type Command, Option } from 'commander'
import { choosing, commandOf } from '#cli/command.ts'
import { openChangeSignals } from '#cli/connection/change-signals.ts'
import { findPerson } from '#cli/connection/find-by-name.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { cellOf } from '#cli/output/cell.ts'
import { chosenOf, filledTemplate } from '#cli/output/chosen.ts'
import type { Session } from '#cli/session.ts'
import type { Terminal } from '#cli/terminal.ts'
import { ViaKind } from '#schemas/event.ts'
import { changeOf, whoDid } from '#schemas/records/history-words.ts'
import { type HistoryEntry, HistoryResource, listHistory } from '#schemas/resources/history.ts'
import { safeJson, safeText } from '#schemas/text/safe-text.ts'
import { countOf } from './list-command.ts'
import { recordKinds, recordNamed } from './show.ts'

export type HistoryFilters = {
  from?: string
  to?: string
  actor?: string
  via?: ViaKind
  text?: string
  resource?: HistoryResource
}

const shownAtFirst = 50

/** The call for the filters. */
export const historyCall = async (server: Server, { from, to, actor, via, text, resource }: HistoryFilters) => ({
  query: { from, to, via, text, resource, ...(actor === undefined ? {} : { actor: await findPerson(server, actor) }) },
})

/** Adds the filters of the history to a command. */
export const historyFilters = (command: Command): Command =>
  command
    .option('--from <date>', 'not before this day (dd/mm/yyyy, yyyy-mm-dd) or instant')
    .option('--to <date>', 'not after the end of this day, or this instant')
    .option('--actor <person>', 'only what this person did, by name or id')
    .option(
      '--text <text>',
      'only what contains each of these words: in a name, in who did it, in what was done or in a value',
    )
    .addOption(new Option('--via <way>', 'only what was done this way; session is by hand').choices(ViaKind.options))
    .addOption(
      new Option('--resource <resource>', 'only what is about these, of the whole team').choices(
        HistoryResource.options,
      ),
    )

const printEntry = (terminal: Terminal, entry: HistoryEntry): void => {
  const when = terminal.styled('dim', entry.at.replace('T', ' ').slice(0, 19))
  terminal.print(`${when}  ${safeText(`${whoDid(entry)}: ${entry.summary}`)}`)
  for (const change of entry.changes) terminal.print(`    ${safeText(changeOf(change))}`)
}

type Pages = (limit: number) => AsyncGenerator<{ rows: HistoryEntry[]; total: number | null }, void>

/** Prints new entries, oldest first, until the process ends. */
const follow = async (
  changed: () => Promise<void>,
  pages: Pages,
  print: (entry: HistoryEntry) => void,
  seen: bigint,
): Promise<never> => {
  let newest = seen
  for (;;) {
    await changed()
    const fresh: HistoryEntry[] = []
    for await (const { rows } of pages(Number.POSITIVE_INFINITY)) {
      const added = rows.filter(({ position }) => BigInt(position) > newest)
      fresh.push(...added)
      if (added.length < rows.length) break
    }
    for (const entry of fresh.reverse()) print(entry)
    newest = fresh.reduce((latest, { position }) => (BigInt(position) > latest ? BigInt(position) : latest), newest)
  }
}

const pagesOf = async (server: Server, kind: string | undefined, id: string | undefined, filters: HistoryFilters) => {
  const call = await historyCall(server, filters)
  if (kind === undefined) {
    return (limit: number) => allPages(server, listHistory, call, limit)
  }
  if (id === undefined) throw new Failure(`Which ${kind}? Pass its id.`, exitCodes.wrongUsage)
  const record = recordNamed(kind, id)
  return (limit: number) =>
    allPages(
      server,
      record.history as unknown as typeof listHistory,
      { ...call, params: { id: record.id } } as never,
      limit,
    )
}

/** Prints entries: a line and its changes for people, a line of JSON or of the chosen fields for programs. */
export const printerFor = ({ terminal, json, chosen: { fields, template } }: Session) => {
  const lineOf = (entry: HistoryEntry): string => {
    if (template !== undefined) return filledTemplate(template, entry)
    const shown = fields ? chosenOf(fields, entry) : entry
    if (json) return safeJson(JSON.stringify(shown))
    return Object.values(shown)
      .map((value) => safeText(cellOf(value)))
      .join('\t')
  }
  const isForPeople = !json && !fields && template === undefined
  return (entry: HistoryEntry) => (isForPeople ? printEntry(terminal, entry) : terminal.print(lineOf(entry)))
}

export const history = commandOf<HistoryFilters & { follow?: true; limit: number }>(
  {
    name: 'history',
    summary: 'Show who changed what, newest first; --json prints a line of JSON an entry',
    examples: [
      'history',
      'history site 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22',
      'history site 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --text postcode',
      'history --from 01/03/2026 --to 31/03/2026 --actor "Ann Baker"',
      'history --via import',
      'history --resource reads --from 01/03/2026',
      'history --text "fire alarm"',
      'history --follow',
      "history --template '{{at}}\\t{{actor.name}}\\t{{summary}}'",
    ],
  },
  async (session, [kind, id], { follow: following, limit, ...filters }) => {
    const server = session.server()
    const pages = await pagesOf(server, kind, id, filters)
    const print = printerFor(session)
    let newest = 0n
    const shown: HistoryEntry[] = []
    for await (const { rows } of pages(limit)) shown.push(...rows)
    for (const { position } of shown) if (BigInt(position) > newest) newest = BigInt(position)
    // With --follow the newest entry is last, so that new entries continue below it.
    for (const entry of following ? shown.reverse() : shown) print(entry)
    if (shown.length === 0 && !session.json) session.terminal.note('Nothing has happened yet.')
    if (following) await follow(openChangeSignals(server), pages, print, newest)
  },
  (command) =>
    choosing(historyFilters(command.addArgument(new Argument('[resource]').choices(recordKinds)).argument('[id]')))
      .option('--limit <n>', 'how many at most', countOf, shownAtFirst)
      .option('--follow', 'go on with what happens from now on, until Ctrl-C'),
)
