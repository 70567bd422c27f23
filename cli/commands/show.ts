import { Argument } from 'commander'
import { choosing, commandOf, printOne, withPast } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { CategoryId, ClientId, DocumentId, FileId, SiteId, VisitId } from '#schemas/ids.ts'
import { showCategory } from '#schemas/resources/categories.ts'
import { showClient } from '#schemas/resources/clients.ts'
import { showDocument } from '#schemas/resources/documents.ts'
import { showFile } from '#schemas/resources/files.ts'
import { historyOfEach } from '#schemas/resources/history.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { showVisit } from '#schemas/resources/visits.ts'

/** The call for a single record, by the name of its kind. */
export const records = {
  client: { id: ClientId, show: showClient, history: historyOfEach.clients },
  site: { id: SiteId, show: showSite, history: historyOfEach.sites },
  visit: { id: VisitId, show: showVisit, history: historyOfEach.visits },
  file: { id: FileId, show: showFile, history: historyOfEach.files },
  document: { id: DocumentId, show: showDocument, history: historyOfEach.documents },
  category: { id: CategoryId, show: showCategory, history: historyOfEach.categories },
} as const
export type RecordKind = keyof typeof records

export const recordKinds = Object.keys(records) as readonly RecordKind[]

/** The kind and id of one record as typed. Throws Failure (wrong usage). */
export const recordNamed = (kind: string, text: string) => {
  const record = records[kind as RecordKind]
  const id = record.id.safeParse(text)
  if (!id.success) throw new Failure(`"${text}" is no id of a ${kind}.`, exitCodes.wrongUsage)
  return { ...record, id: id.data as string }
}

/** The record of that kind and id. Throws Failure where there is none. */
export const recordOf = async (server: Server, kind: string, text: string) => {
  const { show: endpoint, id } = recordNamed(kind, text)
  // The schema of this kind has parsed the id.
  return (await server.call(endpoint as typeof showClient, { params: { id: id as never } })).data
}

export const show = commandOf(
  {
    name: 'show',
    summary: 'Show one record',
    examples: [
      'show site 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22',
      'show file 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --json',
    ],
  },
  async (session, [kind = '', text = '']) => printOne(session, await recordOf(session.server(), kind, text)),
  (command) =>
    withPast(choosing(command.addArgument(new Argument('<resource>').choices(recordKinds)).argument('<id>'))),
)
