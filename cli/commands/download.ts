import { commandOf } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { printDone } from '#cli/output/records.ts'
import type { FileId } from '#schemas/ids.ts'
import { downloadFileVersion, listFileVersions } from '#schemas/resources/file-versions.ts'
import { downloadFile, showFile } from '#schemas/resources/files.ts'
import { fileIdOf, versionOf } from './file-versions.ts'
import { localName, saveContent } from './save-content.ts'

const accepting = { headers: { accept: '*/*' } }

/** What is saved, and the call that opens it: a file, or an earlier version of it. Throws Failure. */
const sourceOf = async (server: Server, id: FileId, number: string | undefined) => {
  const params = { id }
  if (number === undefined) {
    const { data } = await server.call(showFile, { params })
    return { ...data, open: () => server.open(downloadFile, { params }, accepting) }
  }
  const version = versionOf(number)
  const { data } = await server.call(listFileVersions, { params })
  const found = data.find((each) => each.version === version)
  if (!found) throw new Failure(`The file has no version ${version}.`, exitCodes.refused)
  return { ...found, open: () => server.open(downloadFileVersion, { params: { id, version } }, accepting) }
}

export const download = commandOf<{ output?: string; force?: true; versionNumber?: string }>(
  {
    name: 'download <id>',
    summary: 'Save a file here, or under another name',
    examples: [
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22',
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --output lease.pdf --force',
    ],
  },
  async (session, [text = ''], { output, force = false, versionNumber }) => {
    const id = fileIdOf(text)
    const source = await sourceOf(session.server(), id, versionNumber)
    const target = output ?? localName(source.local_file_name)
    await saveContent(source.open, target, force)
    printDone(session, `Saved ${target} (${source.human_readable_size}).`, { id, path: target, size: source.size })
  },
  (command) =>
    command
      .option('--output <path>', 'where to')
      .option('--force', 'replace a file that is there')
      .option('--version-number <n>', 'an earlier version, by its number'),
)
