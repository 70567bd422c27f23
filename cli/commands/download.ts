import { commandOf, printDone } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import type { FileId } from '#schemas/ids.ts'
import { nameOfType, nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import { downloadFileVersion, type FileVersion, listFileVersions } from '#schemas/resources/file-versions.ts'
import { downloadFile, type SiteFile, showFile } from '#schemas/resources/files.ts'
import { fileIdOf, versionOf } from './file-versions.ts'
import { localName, saveContent, saving } from './save-content.ts'

const accepting = { headers: { accept: '*/*' } }

/** The saved content, with its name on the machine that it came from. */
type Content = Pick<SiteFile, 'local_file_name' | 'size' | 'human_readable_size'>

/** The photo that the content is a JPEG of, named as it was sent. Throws Failure where there is none. */
const originalOf = ({ local_file_name, original }: SiteFile | FileVersion): Content => {
  if (!original) throw new Failure('The file is as it was sent. Leave --original out.', exitCodes.refused)
  return { ...original, local_file_name: nameOfType(nameWithoutExtension(local_file_name), original.type) }
}

/** The content to save and the call that opens it: a file, or an earlier version of it. Throws Failure. */
const sourceOf = async (server: Server, id: FileId, number: string | undefined, original: boolean) => {
  const params = { id }
  const query = original ? ({ original: '1' } as const) : {}
  const saved = (found: SiteFile | FileVersion): Content => (original ? originalOf(found) : found)
  if (number === undefined) {
    const { data } = await server.call(showFile, { params })
    return { ...saved(data), open: () => server.open(downloadFile, { params, query }, accepting) }
  }
  const version = versionOf(number)
  const { data } = await server.call(listFileVersions, { params })
  const found = data.find((each) => each.version === version)
  if (!found) throw new Failure(`The file has no version ${version}.`, exitCodes.refused)
  return {
    ...saved(found),
    open: () => server.open(downloadFileVersion, { params: { id, version }, query }, accepting),
  }
}

export const download = commandOf<{ output?: string; force?: true; versionNumber?: string; original?: true }>(
  {
    name: 'download <id>',
    summary: 'Save a file here, or under another name',
    examples: [
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22',
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --output lease.pdf --force',
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --original',
    ],
  },
  async (session, [text = ''], { output, force = false, versionNumber, original = false }) => {
    const id = fileIdOf(text)
    const source = await sourceOf(session.server(), id, versionNumber, original)
    const target = output ?? localName(source.local_file_name)
    await saveContent(source.open, target, force)
    printDone(session, `Saved ${target} (${source.human_readable_size}).`, { id, path: target, size: source.size })
  },
  (command) =>
    saving(command)
      .option('--version-number <n>', 'an earlier version, by its number')
      .option('--original', 'the photo as it was sent, where the file is a JPEG of it'),
)
