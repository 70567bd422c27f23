import type { ChildProcess } from 'node:child_process'
import { Writable } from 'node:stream'
import { documentsPerRenderer, type RendererLimits, spawnConfined } from './confinement.ts'
import { type Document, documentReader } from './document.ts'
import { residentBytes } from './memory.ts'
import {
  documentPipe,
  type Refusal,
  type RendererAnswer,
  type RendererMessage,
  type RendererRequest,
  type Task,
} from './protocol.ts'

/** Milliseconds between two looks at the memory of a renderer at work. */
const lookEvery = 50

/** One renderer process. It has one document at a time. */
export type Renderer = {
  /** A renderer that dies or is killed over the document is a refusal. Rejects where a file cannot be read. */
  ask: (task: Task, document: Document) => Promise<RendererAnswer>
  /** Whether it should be replaced: dead, or grown, or long in use. */
  worn: () => Promise<boolean>
  stop: () => void
}

/** The end of what the process says about itself, for the error of a renderer that cannot start. */
const keepTail = (child: ChildProcess): (() => string) => {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-2000)
  })
  return () => tail.trim()
}

const untilReady = (child: ChildProcess): Promise<void> => {
  const said = keepTail(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(new Error(`The renderer ended with ${signal ?? code} before it was ready: ${said()}`))
    })
    child.once('message', () => resolve())
  })
}

/** Calls back when the process holds more than it may; answers a function that ends the watch. */
const watchMemory = (child: ChildProcess, memoryBytes: number, breached: () => void): (() => void) => {
  const look = async () => {
    if ((await residentBytes(child.pid ?? 0)) > memoryBytes) breached()
  }
  const timer = setInterval(() => void look(), lookEvery)
  return () => clearInterval(timer)
}

const refused = ({ kind }: Task, refusal: Refusal): RendererAnswer =>
  kind === 'draw'
    ? { kind: 'drawing', drawing: { drawn: false, refusal } }
    : { kind: 'reading', reading: { read: false, refusal } }

/**
 * Starts a renderer and waits until its libraries are loaded.
 * @throws where the process cannot be started
 */
export const startRenderer = async (limits: RendererLimits): Promise<Renderer> => {
  const child = spawnConfined(limits)
  await untilReady(child)
  const pipe = child.stdio[documentPipe]
  if (!(pipe instanceof Writable)) throw new Error('The renderer has no pipe for documents')
  // That nobody reads it any more is told by 'exit'.
  pipe.on('error', () => {})
  const bytesOf = documentReader()
  let documents = 0
  const isAlive = () => child.exitCode === null && child.signalCode === null

  const ask = async (task: Task, document: Document): Promise<RendererAnswer> => {
    documents += 1
    const bytes = await bytesOf(document)
    if (!isAlive()) return refused(task, 'crashed')
    return new Promise((resolve) => {
      let over = false
      let endedBy: Refusal = 'crashed'
      const finish = (answer: RendererAnswer) => {
        over = true
        clearTimeout(timer)
        unwatch()
        child.off('message', answered).off('exit', died)
        resolve(answer)
      }
      const answered = (message: RendererMessage) => {
        if (message.kind !== 'ready') finish(message)
      }
      const died = () => finish(refused(task, endedBy))
      const killFor = (refusal: Refusal) => {
        // A look at the memory may end after the answer came: the next document must not pay for it.
        if (over) return
        endedBy = refusal
        child.kill('SIGKILL')
      }
      const timer = setTimeout(() => killFor('timed-out'), limits.timeoutMs)
      const unwatch = watchMemory(child, limits.memoryBytes, () => killFor('out-of-memory'))
      child.on('message', answered).once('exit', died)
      // A channel that is already closed is followed by 'exit'.
      child.send({ task, size: bytes.byteLength } satisfies RendererRequest, () => {})
      pipe.write(bytes)
    })
  }

  return {
    ask,
    worn: async () =>
      !isAlive() || documents >= documentsPerRenderer || (await residentBytes(child.pid ?? 0)) > limits.memoryBytes / 2,
    stop: () => void child.kill('SIGKILL'),
  }
}
