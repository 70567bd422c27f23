import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fieldDecider } from '#api/domain/field.ts'
import { fileDecider } from '#api/domain/file.ts'
import { categoryIdDecider } from '#api/domain/reservation.ts'
import type { SampleSet } from '#api/domain/sample/sample-set.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { handle, handleNew } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import {
  categoryIdStream,
  categoryTreeStream,
  clientStream,
  documentStream,
  fieldsStream,
  fileStream,
  siteStream,
  visitStream,
} from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { Content } from '#schemas/events/file.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { SampleContent } from '#schemas/records/sample-content.ts'
import { forEach } from '../each.ts'
import { setOf } from './sample-ids.ts'

type Begun = EventNamed<'SampleBegun'>['data']

/** Draws the content of a file and stores it for a team; returns once it is durable. */
export type StoreSample = (teamId: TeamId, content: SampleContent) => Promise<Content>

/** The extensions and declared types of files by kind. */
const kinds = {
  paper: { ending: 'pdf', type: 'application/pdf' },
  photo: { ending: 'jpg', type: 'image/jpeg' },
} as const

const addCategories = async (ledger: Ledger, { teamId }: Begun, { categories }: SampleSet, context: CommandContext) => {
  await forEach(categories, ({ categoryId }) => {
    const claim = { type: 'ClaimCategoryId', categoryId, teamId } as const
    return handleNew(ledger, categoryIdDecider, categoryIdStream(categoryId), claim, context)
  })
  const command = { type: 'AddCategories', teamId, categories } as const
  await handle(ledger, categoryTreeDecider, categoryTreeStream(teamId), command, context)
}

/** Adds the own fields of a set; returns which part of values is of those that the team has. */
const addFields = async (ledger: Ledger, { teamId }: Begun, { fields }: SampleSet, context: CommandContext) => {
  const command = { type: 'AddFields', teamId, fields } as const
  const { state } = await handle(ledger, fieldDecider, fieldsStream(teamId), command, context)
  const known = new Set<string>(state.fields.map(({ id }) => id))
  return (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(([id]) => known.has(id)))
}

/** Draws and stores the content of a record, with what it is called and declared as. */
const received = async (store: StoreSample, teamId: TeamId, name: string, drawing: SampleContent) => {
  const { ending, type } = kinds[drawing.kind]
  return { localFileName: `${name}.${ending}`, type, mimeType: type, content: await store(teamId, drawing) }
}

/** Files that a first try has recorded are not drawn again. */
const addFile = async (
  ledger: Ledger,
  { teamId, addedBy: uploadedBy }: Begun,
  { content: drawing, ...fields }: SampleSet['files'][number],
  store: StoreSample,
  context: CommandContext,
) => {
  const stream = fileStream(fields.fileId)
  if ((await ledger.read(stream)).length > 0) return
  const file = { ...fields, teamId, uploadedBy, ...(await received(store, teamId, fields.name, drawing)) }
  await handleNew(ledger, fileDecider, stream, { type: 'UploadFile', file }, context)
}

const addDocument = async (
  ledger: Ledger,
  { teamId, addedBy: uploadedBy }: Begun,
  { content: drawing, ...fields }: SampleSet['documents'][number],
  store: StoreSample,
  context: CommandContext,
) => {
  const stream = documentStream(fields.documentId)
  if ((await ledger.read(stream)).length > 0) return
  const document = { ...fields, teamId, uploadedBy, ...(await received(store, teamId, fields.name, drawing)) }
  await handleNew(ledger, documentDecider, stream, { type: 'UploadDocument', document }, context)
}

/**
 * Adds every record of a set by the commands that people give, in the name of the user who asked for it. It is safe to
 * run twice, also at the same time: each stream takes the command once.
 */
export const addSample = async (
  ledger: Ledger,
  begun: Begun,
  store: StoreSample,
  context: CommandContext,
  done: () => void,
): Promise<void> => {
  const { teamId } = begun
  const set = setOf(begun)
  await addCategories(ledger, begun, set, context)
  done()
  const knownOf = await addFields(ledger, begun, set, context)
  done()
  await forEach(set.clients, async (client) => {
    const command = { type: 'AddClient', teamId, ...client, fields: knownOf(client.fields) } as const
    await handleNew(ledger, clientDecider, clientStream(client.clientId), command, context)
    done()
  })
  await forEach(set.sites, async (site) => {
    const command = { type: 'AddSite', teamId, ...site, fields: knownOf(site.fields) } as const
    await handleNew(ledger, siteDecider, siteStream(site.siteId), command, context)
    done()
  })
  await forEach(set.visits, async (visit) => {
    await handleNew(
      ledger,
      visitDecider,
      visitStream(visit.visitId),
      { type: 'AddVisit', teamId, fields: {}, ...visit },
      context,
    )
    done()
  })
  await forEach(set.files, async (file) => {
    await addFile(ledger, begun, file, store, context)
    done()
  })
  await forEach(set.documents, async (document) => {
    await addDocument(ledger, begun, document, store, context)
    done()
  })
}
