import { commandOf, groupOf, printDone, printOne, rowsCommand } from '#cli/command.ts'
import { Failure } from '#cli/failure.ts'
import { checkCanConfirm, confirm } from '#cli/prompts.ts'
import {
  discardRebuild,
  listReadModels,
  type ReadModel,
  rollBackRebuild,
  skipEvent,
  swapRebuild,
} from '#schemas/resources/read-models.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { build, differs, modelsNamed, printDifference } from './rebuild-read-model.ts'

const stateOf = ({ error, outdated, caught_up }: ReadModel): string => {
  if (error !== null) return error
  if (outdated) return 'of an earlier version, a new one is being built'
  return caught_up ? 'up to date' : 'catching up'
}

/** How far a read model is behind the newest event, in bytes of the log. */
const lagOf = ({ position, log_position }: ReadModel): string =>
  humanReadableSize(Math.max(0, Number(log_position ?? 0) - Number(position ?? 0)))

const list = rowsCommand(
  {
    name: 'list',
    summary: 'List the read models of each replica: place in the log, how far behind it, rows, size, errors',
    examples: ['projections list', 'projections list --json'],
  },
  (server) => server.call(listReadModels),
  {
    Name: 'name',
    Replica: 'replica',
    State: stateOf,
    Position: 'position',
    Behind: lagOf,
    Rows: 'rows',
    Size: ({ size }) => humanReadableSize(size),
  },
)

const rebuild = commandOf<{ yes?: true }>(
  {
    name: 'rebuild <name>',
    summary: 'Rebuild a read model next to the live one, show the differences, and swap it in',
    examples: ['projections rebuild facilities', 'projections rebuild search --yes'],
  },
  async (session, [name = ''], { yes = false }) => {
    // Fails before the work instead of after it.
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
      await server.call(discardRebuild, { params })
      throw refusal
    }
    const { data } = await server.call(swapRebuild, { params })
    printDone(session, `Swapped. To go back: siteledger projections roll-back ${name}`, data)
  },
  (command) => command.option('--yes', 'swap it in without asking'),
)

const rollBack = commandOf(
  {
    name: 'roll-back <name>',
    summary: 'Put the read model back that a rebuild replaced, until the server starts again or someone is erased',
    examples: ['projections roll-back facilities'],
  },
  async (session, [name = '']) => {
    const server = session.server()
    await modelsNamed(server, name)
    const { data } = await server.call(rollBackRebuild, { params: { name } })
    printDone(session, `The former ${name} is back.`, data)
  },
)

const verify = commandOf(
  {
    name: 'verify [name]',
    summary: 'Build read models anew beside the live ones and compare; fails where one differs',
    examples: ['projections verify', 'projections verify facilities', 'projections verify --json'],
  },
  async (session, [name]) => {
    const server = session.server()
    const wrong: string[] = []
    const all: object[] = []
    for (const each of await modelsNamed(server, name)) {
      const built = await build(session, server, each)
      await server.call(discardRebuild, { params: { name: each } })
      if (differs(built)) wrong.push(each)
      all.push(built)
      if (session.json) continue
      session.terminal.print(`${each}: ${differs(built) ? 'differs' : 'as the log has it'} (${built.events} events)`)
      if (differs(built)) printDifference(session, built)
    }
    if (session.json) printOne(session, all)
    if (wrong.length > 0) throw new Failure(`Rebuild what differs: siteledger projections rebuild ${wrong[0]}`)
  },
)

const skip = commandOf<{ yes?: true }>(
  {
    name: 'skip <position>',
    summary: 'Let read models go on without the event that they stand still at, for good',
    examples: ['projections skip 183004', 'projections skip 183004 --yes'],
  },
  async (session, [position = ''], { yes = false }) => {
    checkCanConfirm(session.terminal, yes)
    const server = session.server()
    const stopped = (await server.call(listReadModels)).data.filter(
      ({ stopped_at }) => stopped_at?.position === position,
    )
    const [event] = stopped.flatMap(({ stopped_at }) => stopped_at ?? [])
    if (!event) throw new Failure(`No read model stands still at ${position}. See: siteledger projections list`)
    const names = [...new Set(stopped.map(({ name }) => name))].join(', ')
    await confirm(session.terminal, `Let ${names} go on without ${event.type} in ${event.stream}, for good?`, yes)
    const { data } = await server.call(skipEvent, { body: { position } })
    printDone(session, `Skipped ${event.type} ${event.id}: ${data.read_models.join(', ')} go on.`, data)
  },
  (command) => command.option('--yes', 'skip it without asking'),
)

export const projections = groupOf('projections', 'Read models, which are made from the log', [
  list,
  rebuild,
  rollBack,
  verify,
  skip,
])
