import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer as bytesOf } from 'node:stream/consumers'
import { z } from 'zod'
import type { Bucket } from '#api/adapters/bucket/bucket.ts'
import { storagePlaceAt } from '#api/adapters/storage-place.ts'
import { syncFolderOf } from '#api/event-store/embedded/stored-log.ts'

/** Small files by name, which are durable once they are written. */
type Files = {
  read: (name: string) => Promise<Buffer | undefined>
  write: (name: string, content: string | Uint8Array) => Promise<void>
  /** Names that begin with a folder. */
  namesIn: (folder: string) => Promise<string[]>
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

const inFolder = (folder: string): Files => ({
  read: (name) => readFile(join(folder, name)).catch(absent),
  write: async (name, content) => {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const draft = await open(`${file}.part`, 'w', 0o600)
    await draft.writeFile(content)
    await draft.sync()
    await draft.close()
    await rename(`${file}.part`, file)
    syncFolderOf(file)
  },
  namesIn: async (below) => {
    const names = (await readdir(join(folder, below)).catch(absent)) ?? []
    return names.map((name) => `${below}/${name}`)
  },
})

const inBucket = (bucket: Bucket): Files => ({
  read: async (name) => {
    const found = await bucket.get(`.notary/${name}`)
    return found && bytesOf(found)
  },
  write: (name, content) => bucket.put(`.notary/${name}`, Buffer.from(content)),
  namesIn: async (below) => {
    const names: string[] = []
    for await (const { key } of bucket.list(`.notary/${below}/`)) names.push(key.slice('.notary/'.length))
    return names
  },
})

/** The folder of a notary in a data folder. */
const notaryFolder = (dataDir: string): string => join(dataDir, 'notary')

/** The file that says why the notary of a data folder signs nothing; it is not there while the notary does. */
export const stoppedFile = (dataDir: string): string => join(notaryFolder(dataDir), 'stopped')

/** The newest checkpoint, with the kinds of streams whose events it counts. */
const Last = z.object({ note: z.string(), kinds: z.array(z.string()) })
export type Last = z.infer<typeof Last>

const checkpoints = 'checkpoints'
const lastName = 'last'

/**
 * The checkpoints of an installation: in its data folder, or beside content in a bucket, where every replica reads the
 * same ones. A note that is kept stays.
 */
export const openKeptNotes = async ({ dataDir, contentUrl }: { dataDir: string; contentUrl: string }) => {
  const place = await storagePlaceAt(contentUrl)
  const files = 'bucket' in place ? inBucket(place.bucket) : inFolder(notaryFolder(dataDir))
  const textIn = async (name: string) => (await files.read(name))?.toString()
  return {
    last: async (): Promise<Last | undefined> => {
      const text = await textIn(lastName)
      return text === undefined ? undefined : Last.parse(JSON.parse(text))
    },
    setLast: (last: Last): Promise<void> => files.write(lastName, `${JSON.stringify(last)}\n`),
    /** Keeps a note for good, with what an authority says of its time. Of two names of the notary there may be two of one size. */
    keep: async (size: number, note: string, timestamp?: Uint8Array): Promise<void> => {
      for (let n = 1; ; n += 1) {
        const name = `${checkpoints}/${size}${n === 1 ? '' : `.${n}`}`
        const there = await textIn(`${name}.note`)
        if (there !== undefined && there !== note) continue
        if (there === undefined) await files.write(`${name}.note`, note)
        if (timestamp) await files.write(`${name}.tsr`, timestamp)
        return
      }
    },
    /** The note of a size that is kept for good; undefined if none is. */
    kept: (size: number): Promise<string | undefined> => textIn(`${checkpoints}/${size}.note`),
    /** What an authority said of the time of that note (RFC 3161); undefined if none was asked. */
    timestamp: (size: number): Promise<Uint8Array | undefined> => files.read(`${checkpoints}/${size}.tsr`),
    /** All notes that are kept for good. */
    all: async function* () {
      for (const name of await files.namesIn(checkpoints)) {
        const note = name.endsWith('.note') ? await textIn(name) : undefined
        if (note !== undefined) yield note
      }
    },
    close: () => ('bucket' in place ? place.bucket.close() : undefined),
  }
}
export type KeptNotes = Awaited<ReturnType<typeof openKeptNotes>>
