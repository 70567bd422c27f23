import { atom, getDefaultStore } from 'jotai'
import type { PersonInTeam } from '#web/lib/opened.ts'

/** The calls whose uploads are kept. */
export type KeptCall = 'uploadFile' | 'uploadFiles' | 'uploadDocument' | 'uploadDocuments' | 'addFileVersion'

/** An upload on its way: `key` is its Idempotency-Key, under which it is sent however often. */
export type KeptUpload = PersonInTeam & {
  key: string
  call: KeptCall
  body: object
  file: File
  /** Of a version: the file that it is of, and the revision that it takes the place of. */
  version?: { id: string; ifMatch: string }
}

/** Bytes that a browser keeps at most; what is more is sent without being kept. */
const mostBytes = 200 * 1024 * 1024

const name = 'siteledger-uploads'
const table = 'uploads'

/** The keys of uploads of this page, and of kept ones that it found, which the server has not accepted yet. */
export const waitingUploadsAtom = atom<ReadonlySet<string>>(new Set<string>())

const waiting = (change: (keys: Set<string>) => unknown): void =>
  getDefaultStore().set(waitingUploadsAtom, (before) => {
    const keys = new Set(before)
    change(keys)
    return keys
  })

const doneOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const open = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'key' })
  return doneOf(request)
}

/** Does something with the table; undefined where the browser keeps nothing, as some private windows, or has no room. */
const inTable = async <Value>(
  mode: IDBTransactionMode,
  act: (uploads: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | undefined> => {
  try {
    const database = await open()
    try {
      const change = database.transaction(table, mode)
      const ended = new Promise((resolve, reject) => {
        change.oncomplete = resolve
        change.onabort = () => reject(change.error)
      })
      const value = await doneOf(act(change.objectStore(table)))
      await ended
      return value
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const all = async (): Promise<KeptUpload[]> =>
  (await inTable<KeptUpload[]>('readonly', (uploads) => uploads.getAll())) ?? []

/** Keeps the bytes of an upload in this browser until `dropUpload`, as far as there is room: `most` bytes in all. */
export const keepUpload = async (upload: KeptUpload, most = mostBytes): Promise<void> => {
  waiting((keys) => keys.add(upload.key))
  const bytes = (await all()).reduce((sum, { file }) => sum + file.size, upload.file.size)
  if (bytes <= most) await inTable('readwrite', (uploads) => uploads.put(upload))
}

/** Forgets an upload: the server has answered, or nobody wants it any more. */
export const dropUpload = async (key: string): Promise<void> => {
  waiting((keys) => keys.delete(key))
  await inTable('readwrite', (uploads) => uploads.delete(key))
}

/** Forgets all uploads of this browser, but those of the user who is named. */
export const forgetUploads = async (except?: string): Promise<void> => {
  for (const { key, user } of await all()) if (user !== except) await dropUpload(key)
}

/**
 * The uploads that an earlier page of this browser did not finish, of this person in this team; each counts as waiting
 * from now on.
 */
export const leftUploads = async ({ user, team }: PersonInTeam): Promise<KeptUpload[]> => {
  await forgetUploads(user)
  const own = getDefaultStore().get(waitingUploadsAtom)
  const left = (await all()).filter((each) => each.user === user && each.team === team && !own.has(each.key))
  for (const { key } of left) waiting((keys) => keys.add(key))
  return left
}

/** Leaves uploads that were found to a later page. */
export const leaveUploads = (uploads: readonly KeptUpload[]): void =>
  waiting((keys) => {
    for (const { key } of uploads) keys.delete(key)
  })

/** Keeps an upload while it is sent. */
export const whileKept = async <Done>(upload: KeptUpload | undefined, send: () => Promise<Done>): Promise<Done> => {
  if (!upload) return send()
  await keepUpload(upload)
  try {
    return await send()
  } finally {
    await dropUpload(upload.key)
  }
}
