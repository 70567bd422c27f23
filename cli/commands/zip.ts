import type { Command } from 'commander'
import { commandOf, printDone } from '#cli/command.ts'
import { findCategory, findClient, findSite, findVisit } from '#cli/connection/find-by-name.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { FileId } from '#schemas/ids.ts'
import { downloadZip, prepareZip } from '#schemas/resources/zips.ts'
import { localName, saveContent } from './save-content.ts'

type Options = {
  client?: string
  site?: string
  visit?: string
  category?: string
  search?: string
  output?: string
  force?: true
}

const idOf = (text: string): FileId => {
  const parsed = FileId.safeParse(text)
  if (!parsed.success) throw new Failure(`"${text}" is no id of a file.`, exitCodes.wrongUsage)
  return parsed.data
}

/** The filters of the files, with records by id or name. */
const filterOf = async (server: Server, { client, site, visit, category, search }: Options) => ({
  ...(client === undefined ? {} : { client: await findClient(server, client) }),
  ...(site === undefined ? {} : { site: await findSite(server, site) }),
  ...(visit === undefined ? {} : { visit: await findVisit(server, visit) }),
  ...(category === undefined ? {} : { category: await findCategory(server, category) }),
  ...(search === undefined ? {} : { search }),
})

const options = (command: Command): Command =>
  command
    .option('--client <client>', 'all of one client, by id or name')
    .option('--site <site>', 'all of one site, by id or name')
    .option('--visit <visit>', 'all of one visit, by id or name')
    .option('--category <category>', 'all of a category and all below it, by id, name or path')
    .option('--search <text>', 'all that hold every word')
    .option('--output <path>', 'where to')
    .option('--force', 'replace a file that is there')

/** Saves several files as one zip file, with manifests: those of the ids, or all that the options leave. */
export const zip = commandOf<Options>(
  {
    name: 'zip [ids...]',
    summary: 'Save several files here as one zip file, with a manifest of their SHA-256',
    examples: [
      'files zip --site "Quay House"',
      'files zip --client Harbour --category Fire --output fire.zip --force',
      'files zip 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b23',
    ],
  },
  async (session, ids, { output, force = false, ...narrowing }) => {
    const isNarrowed = Object.keys(narrowing).length > 0
    if (isNarrowed === ids.length > 0) {
      throw new Failure(
        'Pass the ids of files, or one of --client, --site, --visit, --category and --search.',
        exitCodes.wrongUsage,
      )
    }
    const server = session.server()
    const body = isNarrowed ? { filter: await filterOf(server, narrowing) } : { ids: ids.map(idOf) }
    const { data } = await server.call(prepareZip, { body })
    const target = output ?? localName(data.name)
    const open = () => server.open(downloadZip, { params: { zip: data.zip } }, { headers: { accept: '*/*' } })
    await saveContent(open, target, force)
    const count = `${data.files} ${data.files === 1 ? 'file' : 'files'}`
    const { files, bytes } = data
    printDone(session, `Saved ${target} (${count}, ${data.human_readable_size}).`, { path: target, files, bytes })
  },
  options,
)
