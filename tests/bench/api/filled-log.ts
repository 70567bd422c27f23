import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { placeOf } from '#api/adapters/content-store.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { readEnv } from '#api/env/env.ts'
import { openFile } from '#api/event-store/embedded/file.ts'
import { expectAny, logIn } from '#api/event-store/embedded/log.ts'
import { type NewEvent, openLedger } from '#api/event-store/ledger.ts'
import { clientStream, fileStream, siteStream, visitStream } from '#api/event-store/streams.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { type ClientId, ContentHash, type SiteId, type TeamId, type UserId, type VisitId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newClientId, newCommandId, newFileId, newSiteId, newVisitId } from '#tests/support/new-ids.ts'

/** The number of records; every tenth client has most of the sites. With `contents` that of each file is in the store. */
export type Amount = { clients: number; sites: number; visits?: number; files: number; contents?: true }

const trades = ['Boiler', 'Fire', 'Lift', 'Roof', 'Water', 'Gas', 'Drain', 'Alarm', 'Window', 'Generator']
const places = ['Ashford', 'Bristol', 'Corby', 'Derby', 'Exeter', 'Frome', 'Gwent', 'Hull', 'Ipswich', 'Jarrow', 'Kent']
const people = ['Adams', 'Baker', 'Carter', 'Dixon', 'Evans', 'Fisher', 'Grant', 'Hughes', 'Irving', 'Jones', 'Knox']
const of = (words: readonly string[], n: number): string => words[n % words.length] ?? ''
const nameOf = (n: number) => `${of(people, n * 7)} ${of(trades, n * 3)} ${of(places, n)} ${n}`
const hashOf = (n: number) => ContentHash.parse(n.toString(16).padStart(64, '0'))
const bytesOf = (n: number) => Buffer.from(`The certificate ${n}`)

/** The log of a data folder that no process has open, to write events of a team into. */
export const openLog = (dataDir: string, teamId: TeamId, userId: UserId) => {
  const file = openFile(join(dataDir, 'events.sqlite'))
  const log = logIn(file.db, () => {})
  const env = readEnv({ DATA_DIR: dataDir })
  const keys = openKeyStore(join(dataDir, 'keys.sqlite'), masterKeyFor(env))
  const absent = () => Promise.reject(new Error('This log is only written to'))
  const ledger = openLedger(
    {
      append: async (stream, _expected, events) => {
        const bytes = (part: object) => Buffer.from(JSON.stringify(part))
        const proposed = events.map(({ id, type, data, metadata }) => {
          return { id, type, json: true, data: bytes(data), metadata: bytes(metadata) }
        })
        log.append(stream, expectAny, proposed)
        return ''
      },
      read: absent,
      newest: absent,
      idAt: absent,
      subscribe: () => ({ close: absent }),
      close: absent,
    },
    keys,
  )
  const metadata = contextOf(teamId, userId)
  return {
    record: (stream: string, ...events: LedgerEvent[]) =>
      ledger.append(
        stream,
        'no-stream',
        events.map(
          (event): NewEvent => ({ ...event, id: newCommandId(), metadata: { ...metadata, commandId: newCommandId() } }),
        ),
      ),
    /** Concurrent appends commit together: a batch is one transaction. */
    inBatches: async (count: number, work: (n: number) => Promise<unknown>) => {
      for (let from = 0; from < count; from += 500) {
        file.db.exec('BEGIN')
        for (let n = from; n < Math.min(count, from + 500); n += 1) await work(n)
        file.db.exec('COMMIT')
      }
    },
    close: () => {
      file.close()
      keys.close()
    },
  }
}

/**
 * Writes a team's clients, sites, visits and files as events into the log of a data folder that no process has open.
 */
export const fillLog = async (dataDir: string, teamId: TeamId, userId: UserId, amount: Amount): Promise<void> => {
  const { record, inBatches, close } = openLog(dataDir, teamId, userId)
  const keep = (of: ContentHash, bytes: Uint8Array) => {
    const path = join(dataDir, 'content', placeOf(teamId, of))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
  const clients: ClientId[] = []
  await inBatches(amount.clients, (n) => {
    const clientId = newClientId()
    clients.push(clientId)
    return record(clientStream(clientId), {
      type: 'ClientAdded',
      data: { clientId, teamId, ...detailsOf.client({ name: nameOf(n) }) },
    })
  })

  const sites: { siteId: SiteId; clientId: ClientId }[] = []
  const few = clients.length * 0.9
  await inBatches(amount.sites, (n) => {
    const owner = n < few ? Math.floor(n / 0.9) : Math.floor(n % (clients.length / 10)) * 10
    const clientId = clients[owner] ?? newClientId()
    const siteId = newSiteId()
    sites.push({ siteId, clientId })
    const data = {
      siteId,
      teamId,
      clientId,
      ...detailsOf.site({ name: `${of(places, n * 5)} depot ${n}`, postcode: `AB${n % 90} ${n % 9}CD` }),
    }
    return record(siteStream(siteId), { type: 'SiteAdded', data })
  })

  const siteOf = (n: number) => sites[n % sites.length] ?? { siteId: newSiteId(), clientId: newClientId() }
  const visits: VisitId[] = []
  await inBatches(amount.visits ?? 0, (n) => {
    const visitId = newVisitId()
    visits.push(visitId)
    const dates = { started_at: '2026-03-30', ended_at: '2026-03-31' }
    const details = detailsOf.visit({ name: `${of(trades, n)} inspection ${n}`, ...dates })
    const data = { visitId, teamId, ...siteOf(n), ...details }
    return record(visitStream(visitId), { type: 'VisitAdded', data })
  })

  await inBatches(amount.files, (n) => {
    const { siteId, clientId } = siteOf(n)
    const [fileId, type] = [newFileId(), 'image/jpeg'] as const
    const of = amount.contents ? ContentHash.parse(hash('sha256', bytesOf(n))) : hashOf(n)
    if (amount.contents) keep(of, bytesOf(n))
    const details = detailsOf.file({ name: `${nameOf(n)} certificate`, completed_at: '2026-03-31' })
    const stored = {
      localFileName: `scan${n}.jpg`,
      type,
      mimeType: type,
      content: { hash: of, size: amount.contents ? bytesOf(n).length : 1000 },
    }
    const place = {
      teamId,
      clientId,
      siteId,
      visitId: visits[n % sites.length] ?? null,
      categoryIds: [],
      uploadedBy: userId,
    }
    const thumbnail = {
      content: { hash: hashOf(n + 1e9), size: 10 },
      mimeType: 'image/webp',
      width: 640,
      height: 480,
    } as const
    return record(
      fileStream(fileId),
      { type: 'FileUploaded', data: { fileId, ...place, ...details, ...stored } },
      { type: 'ThumbnailMade', data: { fileId, teamId, of, ...thumbnail } },
    )
  })
  close()
  // A start refuses a store without any file that the log names.
  if (!amount.contents) keep(hashOf(amount.files - 1), Buffer.of())
}

/** A thousand clients, those with the most sites first. */
export const clientsIn = (dataDir: string): string[] => {
  const db = new DatabaseSync(join(dataDir, 'read-models', 'facilities.sqlite'), { readOnly: true })
  const rows = db.prepare('SELECT id FROM clients ORDER BY site_count DESC, id LIMIT 1000').all()
  db.close()
  return rows.map(({ id }) => String(id))
}
