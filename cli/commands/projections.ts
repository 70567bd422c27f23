import { commandOf, groupOf } from '#cli/command.ts'
import { Failure } from '#cli/failure.ts'
import { printDone, printRows } from '#cli/output/records.ts'
import { checkCanConfirm, confirm } from '#cli/prompts.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import {
  discardRebuild,
  listReadModels,
  type ReadModel,
  rollBackRebuild,
  swapRebuild,
} from '#schemas/resources/read-models.ts'
import { build, differs, modelsNamed, printDifference } from './rebuilding.ts'

const stateOf = ({ error, caught_up }: ReadModel): string => error ?? (caught_up ? 'up to date' : 'catching up')

/** How far it is behind the newest event, in bytes of the log. */
const lagOf = ({ position, log_position }: ReadModel): string =>
  humanReadableSize(Math.max(0, Number(log_position ?? 0) - Number(position ?? 0)))

const list = commandOf(
  {
    name: 'list',
    summary: 'List the read models: place in the log, how far behind it, rows, size, errors',
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
        { heading: 'Behind', of: lagOf },
        { heading: 'Rows', of: ({ rows }) => rows },
        { heading: 'Size', of: ({ size }) => humanReadableSize(size) },
      ],
      data,
    )
  },
)

const rebuild = commandOf<{ yes?: true }>(
  {
    name: 'rebuild <name>',
    summary: 'Build a read model anew beside the live one, show what differs, and swap it in',
    examples: ['projections rebuild clients', 'projections rebuild search --yes'],
  },
  async (session, [name = ''], { yes = false }) => {
    // Before the work, not after it.
    checkCanConfirm(session.terminal, yes)
    const server = session.server()
    await modelsNamed(server, name)
    const built = await build(session, server, name)
    const params = { name }
    if (!session.json) {
      printDifference(session, built)
      session.terminal.note(`${built.events} events, ${built.events_per_second} a second.`)
    }
    try {
      await confirm(session.terminal, `Put the rebuilt ${name} in the place of the live one?`, yes)
    } catch (refusal) {
      await server.ask(discardRebuild, { params })
      throw refusal
    }
    const { data } = await server.ask(swapRebuild, { params })
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
    const server = session.server()
    await modelsNamed(server, name)
    const { data } = await server.ask(rollBackRebuild, { params: { name } })
    printDone(session, `The former ${name} is back.`, data)
  },
)

const verify = commandOf(
  {
    name: 'verify [name]',
    summary: 'Build read models anew beside the live ones and compare; fails where one differs',
    examples: ['projections verify', 'projections verify clients', 'projections verify --json'],
  },
  async (session, [name]) => {
    const server = session.server()
    const wrong: string[] = []
    const all: object[] = []
    for (const each of await modelsNamed(server, name)) {
      const built = await build(session, server, each)
      await server.ask(discardRebuild, { params: { name: each } })
      if (differs(built)) wrong.push(each)
      all.push(built)
      if (session.json) continue
      session.terminal.print(`${each}: ${differs(built) ? 'differs' : 'as the log has it'} (${built.events} events)`)
      if (differs(built)) printDifference(session, built)
    }
    if (session.json) session.terminal.print(JSON.stringify(all, null, 2))
    if (wrong.length > 0) throw new Failure(`Rebuild what differs: siteledger projections rebuild ${wrong[0]}`)
  },
)

export const projections = groupOf('projections', 'Read models, which are made from the log', [
  list,
  rebuild,
  rollBack,
  verify,
])
