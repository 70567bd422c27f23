import { openAsBlob } from 'node:fs'
import { basename, extname } from 'node:path'
import { commandOf } from '#cli/command.ts'
import { categoryCalled, siteCalled, visitCalled } from '#cli/connection/called.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { openProgress } from '#cli/output/progress.ts'
import { printRows } from '#cli/output/records.ts'
import { type SiteFile, SiteFile as SiteFileSchema, uploadFile } from '#schemas/resources/files.ts'

const typesByEnding: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
}

/** What goes with every file of one upload. */
type Fields = { name?: string; site_id: string; visit_id?: string; completed_at?: string; categories: string[] }

const formOf = async (path: string, { categories, ...fields }: Fields): Promise<FormData> => {
  const type = typesByEnding[extname(path).toLowerCase()] ?? 'application/octet-stream'
  const content = await openAsBlob(path, { type }).catch(() => {
    throw new Failure(`${path} cannot be read.`)
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  for (const id of categories) form.append('categories[]', id)
  form.append('file', content, basename(path))
  return form
}

const send = async (server: Server, path: string, fields: Fields): Promise<SiteFile> => {
  const answer = await server.open(uploadFile, {} as never, { body: await formOf(path, fields) }).catch((error) => {
    if (error instanceof Failure) throw new Failure(`${path}: ${error.message}`, error.exitCode)
    throw error
  })
  return SiteFileSchema.parse(await answer.json())
}

type Options = { site: string; visit?: string; category?: string[]; name?: string; date?: string }

export const upload = commandOf<Options>(
  {
    name: 'upload <paths...>',
    summary: 'Upload PDF, JPEG and PNG files to a site',
    examples: [
      'files upload lease.pdf --site "Quay House"',
      'files upload photos/*.jpg --site "Quay House" --visit "Annual check" --category "Fire / Alarms"',
    ],
  },
  async (session, paths, { site, visit, category = [], name, date }) => {
    if (name !== undefined && paths.length > 1) {
      throw new Failure('--name goes with one file only.', exitCodes.wrongUsage)
    }
    const server = session.server()
    const fields: Fields = {
      site_id: await siteCalled(server, site),
      categories: await Promise.all(category.map((text) => categoryCalled(server, text))),
      ...(visit === undefined ? {} : { visit_id: await visitCalled(server, visit) }),
      ...(name === undefined ? {} : { name }),
      ...(date === undefined ? {} : { completed_at: date }),
    }
    const progress = openProgress(session, 'files', paths.length)
    const uploaded: SiteFile[] = []
    try {
      for (const path of paths) {
        uploaded.push(await send(server, path, fields))
        progress.to(uploaded.length)
      }
    } finally {
      progress.end()
      const columns = [
        { heading: 'Uploaded', of: ({ name: shown }: SiteFile) => shown },
        { heading: 'Size', of: ({ human_readable_size }: SiteFile) => human_readable_size },
        { heading: 'Id', of: ({ id }: SiteFile) => id },
      ]
      if (uploaded.length > 0) printRows(session, columns, uploaded)
    }
  },
  (command) =>
    command
      .requiredOption('--site <site>', 'the site, by id or name')
      .option('--visit <visit>', 'a visit of that site, by id or name')
      .option('--category <category...>', 'categories, by id, name or path')
      .option('--name <name>', 'the display name of a single file')
      .option('--date <date>', 'the completion date, dd/mm/yyyy; today unless it is named'),
)
