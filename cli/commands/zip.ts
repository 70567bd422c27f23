import type { Command } from 'commander'
import { commandOf, printDone } from '#cli/command.ts'
import { findEach } from '#cli/connection/find-by-name.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { downloadZip, prepareZip } from '#schemas/resources/zips.ts'
import { fileIdOf } from './file-versions.ts'
import { localName, saveContent, saving } from './save-content.ts'

type Options = {
  client?: string
  site?: string
  visit?: string
  category?: string
  search?: string
  output?: string
  force?: true
}

const options = (command: Command): Command =>
  saving(command)
    .option('--client <client>', 'all of one client, by id or name')
    .option('--site <site>', 'all of one site, by id or name')
    .option('--visit <visit>', 'all of one visit, by id or name')
    .option('--category <category>', 'all of a category and all below it, by id, name or path')
    .option('--search <text>', 'all that hold every word')

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
  async (session, ids, { output, force = false, search, ...places }) => {
    const isNarrowed = Object.keys(places).length > 0 || search !== undefined
    if (isNarrowed === ids.length > 0) {
      throw new Failure(
        'Pass the ids of files, or one of --client, --site, --visit, --category and --search.',
        exitCodes.wrongUsage,
      )
    }
    const server = session.server()
    const body = isNarrowed
      ? { filter: { ...(await findEach(server, places)), ...(search !== undefined && { search }) } }
      : { ids: ids.map(fileIdOf) }
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
