import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, groupOf } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { Failure } from '#cli/failure.ts'
import { openProgress } from '#cli/output/progress.ts'
import { printDone, printOne, printRows } from '#cli/output/records.ts'
import type { Column } from '#cli/output/table.ts'
import { confirm } from '#cli/prompts.ts'
import type { Session } from '#cli/session.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import {
  discardRebuild,
  listReadModels,
  type ReadModel,
  type Rebuild,
  rollBackRebuild,
  showRebuild,
  startRebuild,
  swapRebuild,
} from '#schemas/resources/read-models.ts'

/** Milliseconds between two looks at a rebuild. */
const pause = 300

type Difference = NonNullable<Rebuild['difference']>[number]

const stateOf = ({ error, caught_up }: ReadModel): string => error ?? (caught_up ? 'up to date' : 'catching up')

const list = commandOf(
  {
    name: 'list',
    summary: 'List the read models: place in the log, rows, size, errors',
    examples: ['projections list', 'projections list --json'],
  },
  async (session) => {
    const { data } = await session.server().ask(listReadModels)
    printRows(
      session,
      [
        { heading: 'Name', of: ({ name }) => name },
        { heading: 'State', of: stateOf },
        { heading: 'Position', of: ({ position }) => position },
        { heading: 'Rows', of: ({ rows }) => rows },
        { heading: 'Size', of: ({ size }) => humanReadableSize(size) },
      ],
      data,
    )
  },
)

/** Builds one anew beside the live one and waits until the two were compared. Throws Failure where it cannot. */
const build = async (session: Session, server: Server, name: string): Promise<Rebuild> => {
  const params = { name }
  const progress = openProgress(session, `% of ${name}`, 100)
  try {
    let { data: rebuild } = await server.ask(startRebuild, { params })
    while (rebuild.state === 'building') {
      progress.to(Math.floor(rebuild.share * 100))
      await wait(pause)
      rebuild = (await server.ask(showRebuild, { params })).data
    }
    progress.to(100)
    if (rebuild.state === 'failed') throw new Failure(`The rebuild of ${name} failed: ${rebuild.reason}`)
    return rebuild
  } finally {
    progress.end()
  }
}

const columns: readonly Column<Difference>[] = [
  { heading: 'Table', of: ({ table }) => table },
  { heading: 'Live rows', of: ({ live_rows }) => live_rows },
  { heading: 'Rebuilt rows', of: ({ rebuilt_rows }) => rebuilt_rows },
  { heading: 'Only live', of: ({ only_live }) => only_live },
  { heading: 'Only rebuilt', of: ({ only_rebuilt }) => only_rebuilt },
  { heading: 'Such as', of: ({ keys }) => keys.join(', ') },
]

const differs = ({ difference }: Rebuild): boolean =>
  (difference ?? []).some(({ only_live, only_rebuilt }) => only_live + only_rebuilt > 0)

const rebuild = commandOf<{ yes?: true }>(
  {
    name: 'rebuild <name>',
    summary: 'Build a read model anew beside the live one, show what differs, and swap it in',
    examples: ['projections rebuild clients', 'projections rebuild search --yes'],
  },
  async (session, [name = ''], { yes }) => {
    const server = session.server()
    const built = await build(session, server, name)
    if (!session.json) {
      printRows(session, columns, built.difference ?? [])
      session.terminal.note(`${built.events} events, ${built.events_per_second} a second.`)
    }
    await confirm(session.terminal, `Put the rebuilt ${name} in the place of the live one?`, yes === true)
    const { data } = await server.ask(swapRebuild, { params: { name } })
    printDone(session, `Swapped. To go back: siteledger projections roll-back ${name}`, data)
  },
  (command) => command.option('--yes', 'swap it in without asking'),
)

const rollBack = commandOf(
  {
    name: 'roll-back <name>',
    summary: 'Put the read model back that a rebuild replaced, until the server starts again or somebody is erased',
    examples: ['projections roll-back clients'],
  },
  async (session, [name = '']) => {
    const { data } = await session.server().ask(rollBackRebuild, { params: { name } })
    printDone(session, `The former ${name} is back.`, data)
  },
)

const verify = commandOf(
  {
    name: 'verify [name]',
    summary: 'Build read models anew beside the live ones and compare; fails where one differs',
    examples: ['projections verify', 'projections verify clients'],
  },
  async (session, [name]) => {
    const server = session.server()
    const names = name === undefined ? (await server.ask(listReadModels)).data.map((model) => model.name) : [name]
    const wrong: string[] = []
    for (const each of names) {
      const built = await build(session, server, each)
      await server.ask(discardRebuild, { params: { name: each } })
      if (differs(built)) wrong.push(each)
      if (session.json) printOne(session, built)
      else
        session.terminal.print(`${each}: ${differs(built) ? 'differs' : 'as the log has it'} (${built.events} events)`)
      if (differs(built) && !session.json) printRows(session, columns, built.difference ?? [])
    }
    if (wrong.length > 0) throw new Failure(`Rebuild what differs: siteledger projections rebuild ${wrong[0]}`)
  },
)

export const projections = groupOf('projections', 'Read models, which are made from the log', [
  list,
  rebuild,
  rollBack,
  verify,
])
