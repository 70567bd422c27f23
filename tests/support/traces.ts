import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'

/** Where a text was found: a file, a Redis key, or a log line. */
type Trace = { where: string; content: Uint8Array | string }

const filesIn = async (folder: string, except: RegExp): Promise<Trace[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((each) => each.isFile() && !except.test(each.name))
    .map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(paths.map(async (where) => ({ where, content: await readFile(where) })))
}

/** Every key with its value as Redis writes it to disk; values that are compressed there are also read as text. */
const inRedis = async (url: string): Promise<Trace[]> => {
  const redis = new Redis(url)
  const traces: Trace[] = []
  for (const key of await redis.keys('*')) {
    traces.push({ where: `Redis ${key}`, content: key })
    traces.push({ where: `Redis ${key}`, content: (await redis.dumpBuffer(key)) ?? '' })
    const type = await redis.type(key)
    const value =
      type === 'string'
        ? await redis.get(key)
        : type === 'hash'
          ? await redis.hgetall(key)
          : type === 'stream'
            ? await redis.xrange(key, '-', '+')
            : null
    traces.push({ where: `Redis ${key}`, content: JSON.stringify(value) })
  }
  redis.disconnect()
  return traces
}

export type SearchedStores = {
  folders: readonly string[]
  /** Names of files that are not searched; none by default. */
  except?: RegExp
  redisUrl?: string
  logged: readonly string[]
}

/** Finds these texts in every file of the folders, in Redis where there is one, and in the log lines. */
export const tracesOf = async (
  texts: readonly string[],
  { folders, except = /^$/, redisUrl, logged }: SearchedStores,
): Promise<string[]> => {
  const files = await Promise.all(folders.map((folder) => filesIn(folder, except)))
  const lines = logged.map((content) => ({ where: 'the log', content }))
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('base64').replace(/=+$/, '')])
  const found = [...files.flat(), ...(redisUrl === undefined ? [] : await inRedis(redisUrl)), ...lines].flatMap(
    ({ where, content }) => {
      const bytes = Buffer.from(content)
      return wanted.filter((text) => bytes.includes(text)).map((text) => `${text} in ${where}`)
    },
  )
  return [...new Set(found)]
}
