import type { Request } from 'express'
import {
  type Bulk,
  type BulkCommand,
  bulkDecider,
  type ChangedId,
  type ChangedNoun,
  changeOf,
  type RecordsChange,
} from '#api/domain/bulk.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream } from '#api/event-store/streams.ts'
import { notFound } from '#api/http/problem.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import { forEach } from '#api/sagas/each.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import { invalidChoice, notAsShown } from '#api/services/records/chosen-records.ts'
import type { CommandContext } from '#schemas/event.ts'
import { BulkId, type TeamId } from '#schemas/ids.ts'
import { finishListed } from './finish-listed.ts'

type Tools = { ledger: Ledger; lists: Lists }
type Asked = { context: CommandContext; request: Request }
type Beginning = Extract<BulkCommand, { type: 'Begin' }>['beginning']
type Undo = Extract<BulkCommand, { type: 'BeginUndo' }>

type Choice<Id, Filter, Found> = {
  noun: 'file' | 'document' | 'site'
  /** The records that a filter matches at this moment. */
  matched: (filter: Filter) => Promise<Id[]>
  find: (id: Id) => Promise<Found | undefined>
}
type Chosen<Id, Filter> = { ids?: Id[] | undefined; filter?: Filter | undefined; count?: number | undefined }

/**
 * The ids of the records to change, with what was found of each. Throws 409 if a filter matches others than its list showed,
 * and 422 for ids of others.
 */
export const chosenToChange = async <Id, Filter, Found>(
  { noun, matched, find }: Choice<Id, Filter, Found>,
  { ids: named = [], filter, count = 0 }: Chosen<Id, Filter>,
): Promise<{ ids: Id[]; found: Found[] }> => {
  const ids = filter ? await matched(filter) : named
  if (filter && ids.length !== count) throw notAsShown(noun, count, ids.length)
  const sought = await forEach(ids, find)
  const found = sought.filter((each) => each !== undefined)
  if (found.length < ids.length) throw filter ? notAsShown(noun, ids.length, found.length) : invalidChoice(noun, sought)
  return { ids, found }
}

/**
 * Changes many records of a noun as one, and answers once `lists` show it, however long that takes, or at once if they
 * stand still. Nothing is written before `beginning` has validated all; a retry of the command finishes what has begun.
 */
export const changeMany = async <Of extends ChangedNoun, Body>(
  { ledger, lists }: Tools,
  of: Of,
  { context, request }: Asked,
  beginning: (bulkId: BulkId) => Promise<Beginning>,
  outcomeOf: (undo: BulkId, total: number, changed: number) => Body,
) => {
  const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
  const stream = bulkStream(bulkId)
  const begin = async (): Promise<Bulk> => {
    const command = { type: 'Begin', beginning: await beginning(bulkId) } as const
    return (await handle(ledger, bulkDecider, stream, command, context)).state
  }
  const known = await load(ledger, bulkDecider, stream)
  const begun = changeOf(known.status === 'none' ? await begin() : known, of)
  if (!begun) throw notFound()
  const total = begun.ids.length
  return finishListed(request, { ledger, lists, bulkId, total }, (bulk) =>
    outcomeOf(bulkId, total, changeOf(bulk, of)?.changed.length ?? 0),
  )
}

type Undoing<Of extends ChangedNoun> = {
  bulkId: BulkId
  teamId: TeamId
  commandOf: (ids: readonly ChangedId<Of>[]) => Undo
  /** Throws where the caller may not undo the change. */
  check?: (begun: RecordsChange<Of>) => Promise<void>
  /** Those of the changed records that can be put back; throws where none can. */
  within?: (changed: readonly ChangedId<Of>[]) => Promise<readonly ChangedId<Of>[]>
  nameOf: (id: ChangedId<Of>) => Promise<string>
}

/** Takes such a change back as one; names the records that were changed again since, and are left as they are. */
export const undoMany = async <Of extends ChangedNoun>(
  { ledger, lists }: Tools,
  of: Of,
  { context, request }: Asked,
  { bulkId, teamId, commandOf, check, within, nameOf }: Undoing<Of>,
) => {
  const begun = changeOf(await load(ledger, bulkDecider, bulkStream(bulkId)), of)
  if (begun?.teamId !== teamId) throw notFound()
  await check?.(begun)
  // A change that a crash interrupted is finished before it is undone.
  const { bulk: known } = await finishBulk(ledger, bulkId)
  const { changed = [] } = changeOf(known, of) ?? {}
  const ids = (await within?.(changed)) ?? changed
  await handle(ledger, bulkDecider, bulkStream(bulkId), commandOf(ids), context)
  return finishListed(request, { ledger, lists, bulkId, total: ids.length }, async (bulk) => {
    const { undone = [], left = [] } = changeOf(bulk, of) ?? {}
    return { undone: undone.length, left: await forEach(left, async (id) => ({ id, name: await nameOf(id) })) }
  })
}
