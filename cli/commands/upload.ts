import { bodyFields, type Typed } from '#cli/body-fields.ts'
import { commandOf, printRows } from '#cli/command.ts'
import { findCategory, findSite, findVisit } from '#cli/connection/find-by-name.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { openProgress } from '#cli/output/progress.ts'
import { AddedFile, uploadFile } from '#schemas/resources/files.ts'
import { uploadForm } from './upload-form.ts'

/** The fields that all files of one upload share. */
const fields = bodyFields(uploadFile, {
  site_id: { flags: '--site <site>', about: 'the site, by id or name', required: true, find: findSite },
  visit_id: { flags: '--visit <visit>', about: 'a visit of that site, by id or name', find: findVisit },
  categories: { flags: '--category <category...>', about: 'categories, by id, name or path', find: findCategory },
  name: { flags: '--name <name>', about: 'the display name of a single file' },
  completed_at: {
    flags: '--date <date>',
    about: 'the completion date, dd/mm/yyyy; today unless it is named',
  },
  expires_at: {
    flags: '--expires <date>',
    about: 'the last day on which they count, dd/mm/yyyy, or "" for none; by the rule of their categories unless named',
  },
  id: 'not taken',
})
type UploadFields = Awaited<ReturnType<typeof fields.body>>

const send = async (server: Server, path: string, body: UploadFields): Promise<AddedFile> => {
  const answer = await server.open(uploadFile, {} as never, { body: await uploadForm(path, body) }).catch((error) => {
    if (error instanceof Failure) throw new Failure(`${path}: ${error.message}`, error.exitCode)
    throw error
  })
  return AddedFile.parse(await answer.json())
}

export const upload = commandOf<Typed>(
  {
    name: 'upload <paths...>',
    summary: 'Upload PDF, JPEG and PNG files to a site',
    examples: [
      'files upload lease.pdf --site "Quay House"',
      'files upload photos/*.jpg --site "Quay House" --visit "Annual check" --category "Fire / Alarms"',
    ],
  },
  async (session, paths, typed) => {
    if (typed.name !== undefined && paths.length > 1) {
      throw new Failure('--name goes with one file only.', exitCodes.wrongUsage)
    }
    const server = session.server()
    const body = await fields.body(server, typed)
    const progress = openProgress(session, 'files', paths.length)
    const uploaded: AddedFile[] = []
    try {
      for (const path of paths) {
        uploaded.push(await send(server, path, body))
        progress.to(uploaded.length)
      }
    } finally {
      progress.end()
      const columns = { Uploaded: 'name', Size: 'human_readable_size', Id: 'id' } as const
      if (uploaded.length > 0) printRows(session, columns, uploaded)
      for (const { name, same_as } of uploaded) {
        if (same_as) session.terminal.note(`${name}: the same file is already here: ${same_as.name} (${same_as.id}).`)
      }
    }
  },
  fields.addOptions,
)
