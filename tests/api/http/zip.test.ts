import { createReadStream } from 'node:fs'
import { open, readdir, readlink, rm } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { v7 as newUuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { type ZipEntry, zip } from '#api/http/zip.ts'
import { listeningForTest } from '#tests/support/sockets.ts'
import { unzipped } from '#tests/support/zip.ts'

/** A file of so many zeros, which takes no room on the disk. */
const hugeFile = async (size: number): Promise<string> => {
  const path = join(tmpdir(), `zeros-${newUuid()}`)
  const file = await open(path, 'w')
  await file.truncate(size)
  await file.close()
  onTestFinished(() => rm(path, { force: true }))
  return path
}

/** A server that answers one zip file; `ended` is how its answer ended. */
const serving = async (entries: readonly ZipEntry[]) => {
  let end: (error: unknown) => void
  const ended = new Promise<unknown>((resolve) => {
    end = resolve
  })
  const app = express().get('/', (request, response) => {
    const answer = zip('All files.zip', entries)
    if (answer.kind === 'stream') Promise.resolve(answer.open(request, response)).then(end, end)
  })
  return { url: `http://127.0.0.1:${await listeningForTest(createServer(app))}`, ended }
}

const entryOf = (path: string, from: ZipEntry['from'], size: number): ZipEntry => ({
  path,
  from,
  size,
  at: new Date('2026-03-01T10:00:00Z'),
})

test('a zip file is as long as it was told, with names in any script', async () => {
  const words = [Buffer.from('one'), Buffer.from('twenty-two')]
  const entries = words.map((word, at) => entryOf(`Świę/東京 ${at}.txt`, word, word.length))
  const { url } = await serving([...entries, entryOf('empty.txt', Buffer.from(''), 0)])

  const answer = await fetch(url)
  const bytes = new Uint8Array(await answer.arrayBuffer())

  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
  expect(unzipped(bytes)).toEqual({ 'Świę/東京 0.txt': 'one', 'Świę/東京 1.txt': 'twenty-two', 'empty.txt': '' })
})

test('whoever goes away ends the work, and leaves no file open', async () => {
  const size = 2_000_000_000
  const path = await hugeFile(size)
  const { url, ended } = await serving([entryOf('zeros.bin', async () => createReadStream(path), size)])
  const openFiles = async () => {
    const links = (await readdir('/dev/fd')).map((each) => readlink(`/dev/fd/${each}`).catch(() => ''))
    return (await Promise.all(links)).filter((each) => each === path)
  }

  const answer = await new Promise<IncomingMessage>((resolve) => get(url, resolve))
  await new Promise((resolve) => answer.once('data', resolve))
  answer.destroy()

  expect(await ended).toBeUndefined()
  await expect.poll(openFiles).toEqual([])
})

test('a file that cannot be read breaks the answer off', async () => {
  const { url, ended } = await serving([
    entryOf('one.txt', Buffer.from('one'), 3),
    entryOf('gone.txt', async () => createReadStream(join(tmpdir(), newUuid())), 3),
  ])

  await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow()
  expect(await ended).toMatchObject({ code: 'ENOENT' })
})
