import { Option } from 'commander'
import { choosing, commandOf } from '#cli/command.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { Failure } from '#cli/failure.ts'
import { UserId } from '#schemas/ids.ts'
import { listOperations, listOperators, type OperationKind, operationKinds } from '#schemas/resources/operations.ts'
import { printerFor } from '../history.ts'
import { countOf } from '../list-command.ts'

type Options = { by?: string; kind?: OperationKind; from?: string; to?: string; limit: number }

const shownAtFirst = 50

/** An operator by address, full name or id; an id may also be that of a former operator. */
const operatorCalled = async (server: Server, text: string): Promise<UserId> => {
  const id = UserId.safeParse(text)
  if (id.success) return id.data
  const { data } = await server.call(listOperators)
  const isCalled = (name: string): boolean => name.toLowerCase() === text.toLowerCase()
  const [first, second] = data.filter(({ name, email }) => isCalled(name) || isCalled(email))
  if (!first) throw new Failure(`No operator is called "${text}". Pass the id of a former one.`)
  if (second) throw new Failure(`Several operators are called "${text}". Use an address.`)
  return first.id
}

/** The history of operators (D-106). */
export const history = commandOf<Options>(
  {
    name: 'history',
    summary: 'Show what operators did, newest first; --json prints a line of JSON an entry',
    examples: ['kiosk history', 'kiosk history --by olga@example.com --kind teams --from 01/03/2026'],
  },
  async (session, _args, { by, limit, ...narrowing }) => {
    const server = session.server()
    const query = { ...narrowing, ...(by === undefined ? {} : { by: await operatorCalled(server, by) }) }
    const print = printerFor(session)
    let shown = 0
    for await (const { rows } of allPages(server, listOperations, { query }, limit)) {
      for (const entry of rows) print(entry)
      shown += rows.length
    }
    if (shown === 0 && !session.json) session.terminal.note('Nothing to show.')
  },
  (command) =>
    choosing(command)
      .option('--by <operator>', 'only what this operator did, by address, name or id')
      .addOption(new Option('--kind <kind>', 'only this kind of what they do').choices(operationKinds))
      .option('--from <date>', 'not before this day (dd/mm/yyyy, yyyy-mm-dd) or instant')
      .option('--to <date>', 'not after the end of this day, or this instant')
      .option('--limit <n>', 'how many at most', countOf, shownAtFirst),
)
