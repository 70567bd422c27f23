import { Argument, type Command } from 'commander'
import { rowsCommand, withPast } from '#cli/command.ts'
import { findPerson } from '#cli/connection/find-by-name.ts'
import { arrangedKinds, nouns } from '#schemas/nouns.ts'
import { type Access, listAccess, showAccess } from '#schemas/resources/access.ts'
import { recordNamed } from './show.ts'

const kinds = arrangedKinds.map((noun) => nouns[noun].one)

const asked = (command: Command): Command =>
  withPast(
    command
      .addArgument(new Argument('<resource>').choices(kinds))
      .argument('<id>')
      .option('--member <person>', 'only this person, by name or id, also why they may not see it'),
  )

export const access = rowsCommand<Access, { member?: string }>(
  {
    name: 'access',
    summary: 'Show who may see a record, and why',
    examples: [
      'access file 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --as-of 31/03/2026',
      'access file 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --member "Ann Baker"',
    ],
  },
  async (server, [kind = '', id = ''], { member }) => {
    const query = { record: `${kind}/${recordNamed(kind, id).id}` }
    if (member === undefined) return server.call(listAccess, { query })
    const userId = await findPerson(server, member)
    return { data: [(await server.call(showAccess, { params: { userId }, query })).data] }
  },
  {
    Kind: 'kind',
    Name: 'name',
    Role: 'role',
    May: ({ may }) => may.join(', ') || 'nothing',
    Why: ({ why }) => why.map(({ text }) => text).join('. '),
  },
  asked,
)
