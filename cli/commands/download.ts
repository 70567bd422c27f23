import { commandOf } from '#cli/command.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { printDone } from '#cli/output/records.ts'
import { FileId } from '#schemas/ids.ts'
import { downloadFile, showFile } from '#schemas/resources/files.ts'
import { localName, saveContent } from './save-content.ts'

export const download = commandOf<{ output?: string; force?: true }>(
  {
    name: 'download <id>',
    summary: 'Save a file here, or under another name',
    examples: [
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22',
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --output lease.pdf --force',
    ],
  },
  async (session, [text = ''], { output, force = false }) => {
    const parsed = FileId.safeParse(text)
    if (!parsed.success) throw new Failure(`"${text}" is no id of a file.`, exitCodes.wrongUsage)
    const server = session.server()
    const params = { id: parsed.data }
    const { data: file } = await server.call(showFile, { params })
    const target = output ?? localName(file.local_file_name)
    await saveContent(() => server.open(downloadFile, { params }, { headers: { accept: '*/*' } }), target, force)
    printDone(session, `Saved ${target} (${file.human_readable_size}).`, { id: file.id, path: target, size: file.size })
  },
  (command) => command.option('--output <path>', 'where to').option('--force', 'replace a file that is there'),
)
