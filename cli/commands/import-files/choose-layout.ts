import { everyRow, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { layoutIn } from '#cli/path-layout.ts'
import { promptChoice } from '#cli/prompts.ts'
import type { Session } from '#cli/session.ts'
import type { Layout } from '#schemas/layouts/layout.ts'
import { type Proposal, proposedLayouts, type TeamNames } from '#schemas/layouts/proposals.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { listCategories } from '#schemas/resources/categories.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { safeText } from '#schemas/text/safe-text.ts'

const namesOf = async (server: Server): Promise<TeamNames> => {
  const { data: tree } = await server.call(listCategories)
  return {
    clients: (await everyRow(server, listClients)).map(({ name }) => name),
    sites: (await everyRow(server, listSites)).map(({ client_name, name }) => ({ client: client_name, name })),
    visits: (await everyRow(server, listVisits)).map(({ name }) => name),
    categories: inTreeOrder(tree).map(({ node, above }) => [...above, node].map(({ name }) => name)),
  }
}

const exampleOf = ({ path, fields }: Proposal['examples'][number]): string =>
  `    ${path}: ${Object.entries(fields)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ')}`

const linesOf = ({ pattern, fits, known, examples }: Proposal, all: number): string[] => [
  `${pattern} (${fits} of ${all} fit, ${known} name a site of the team)`,
  ...examples.map(exampleOf),
]

/** The layout of a folder that nobody has said one of: a person is asked which; else the proposals are the failure. */
export const chooseLayout = async (session: Session, paths: readonly string[]): Promise<Layout> => {
  const { terminal } = session
  const proposals = proposedLayouts(paths, await namesOf(session.server()))
  if (proposals.length === 0)
    throw new Failure('No usual layout fits these files. Say it with --layout.', exitCodes.wrongUsage)
  for (const each of proposals) for (const line of linesOf(each, paths.length)) terminal.note(safeText(line))
  if (!terminal.interactive) {
    throw new Failure('Which layout is it? Pass one of these, or another one, with --layout.', exitCodes.wrongUsage)
  }
  const patterns = proposals.map(({ pattern }) => pattern)
  return layoutIn(await promptChoice('Which layout is it?', patterns))
}
