import { commandOf, printDone, rowsCommand } from '#cli/command.ts'
import { idOf } from '#cli/connection/find-by-name.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { FileId } from '#schemas/ids.ts'
import {
  addFileVersion,
  bringBackFileVersion,
  listFileVersions,
  VersionedFile,
} from '#schemas/resources/file-versions.ts'
import { uploadForm } from './upload-form.ts'

/** The id of a file as typed. Throws Failure (wrong usage). */
export const fileIdOf = (text: string): FileId => idOf(FileId, text, 'a file', 'files list')

/** The number of a version as typed. Throws Failure (wrong usage). */
export const versionOf = (text: string): number => {
  const version = Number(text)
  if (Number.isInteger(version) && version > 0) return version
  throw new Failure(`"${text}" is no number of a version. See: siteledger files versions`, exitCodes.wrongUsage)
}

const outcomeWords = ({ outcome, name, version }: VersionedFile): string => {
  if (outcome === 'unchanged') return `Nothing has changed: ${name} has this content already.`
  if (outcome === 'replaced') return `Replaced ${name}. It is version ${version} now.`
  return `Brought back an earlier version of ${name} as version ${version}.`
}

export const versions = rowsCommand(
  {
    name: 'versions <file>',
    summary: 'List the versions of a file, newest first',
    examples: ['files versions 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  (server, [text = '']) => server.call(listFileVersions, { params: { id: fileIdOf(text) } }),
  {
    Version: 'version',
    'File name': 'local_file_name',
    Size: 'human_readable_size',
    Type: 'mime_type',
    Added: 'created_at',
    By: ({ created_by_user }) => created_by_user.name,
    'SHA-256': 'sha256',
  },
)

export const replace = commandOf(
  {
    name: 'replace <file> <path>',
    summary: 'Put other content in the place of that of a file; the earlier versions stay',
    examples: ['files replace 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 lease-2027.pdf'],
  },
  async (session, [text = '', path = '']) => {
    const params = { id: fileIdOf(text) }
    const answer = await session.server().open(addFileVersion, { params }, { body: await uploadForm(path) })
    const file = VersionedFile.parse(await answer.json())
    printDone(session, outcomeWords(file), file)
  },
)

export const bringBack = commandOf(
  {
    name: 'bring-back <file> <version>',
    summary: 'Make the content of an earlier version the newest version of a file',
    examples: ['files bring-back 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 1'],
  },
  async (session, [text = '', number = '']) => {
    const params = { id: fileIdOf(text), version: versionOf(number) }
    const { data } = await session.server().call(bringBackFileVersion, { params })
    printDone(session, outcomeWords(data), data)
  },
)
