import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { readMessages } from './answers.ts'
import { documentsPerRenderer, type RendererLimits, type Share, spawnConfined } from './confinement.ts'
import { type Document, openHandover } from './document.ts'
import type { Refusal, RendererAnswer, RendererMessage, RendererRequest, Task } from './protocol.ts'
import { strictestSandbox } from './sandbox.ts'
import { innermost, usageOf } from './usage.ts'

/** Milliseconds between two checks of the memory of a working renderer. */
const pollEvery = 50

/** Milliseconds for which a spare renderer may get little of the processor: idle time may not come for long. */
const starvedAfter = 3_000

/** Threads of a renderer at most: a dozen are Node's and libvips'. */
const maxThreads = 64

/** One renderer process, which handles one document at a time. */
export type Renderer = {
  /** A renderer that dies or is killed over the document gives a refusal. Rejects if a file cannot be read. */
  run: (task: Task, document: Document) => Promise<RendererAnswer>
  /** Whether it should be replaced: it is dead, has grown, or has handled its number of documents. */
  worn: () => Promise<boolean>
  /** How many documents it can handle before it is worn. */
  documentsLeft: () => number
  stop: () => void
}

/** The last output of the process, for the error of a renderer that cannot start. */
const keepTail = (child: ChildProcess): (() => string) => {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-2000)
  })
  return () => tail.trim()
}

/** Until it is ready or was ended. */
const untilReady = (child: ChildProcess, news: EventEmitter): Promise<void> => {
  const stderr = keepTail(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(new Error(`The renderer ended with ${signal ?? code} before it was ready: ${stderr()}`))
    })
    news.once('message', () => resolve())
    news.once('ended', () => resolve())
  })
}

/** The handler of a task. */
const answerTo = { draw: 'drawing', read: 'reading', convert: 'conversion' } as const satisfies Record<
  Task['kind'],
  RendererAnswer['kind']
>

/** Calls back when the process exceeds its limits; returns a function that ends the watch. */
const watchMemory = (pid: number, maxBytes: number, breached: () => void): (() => void) => {
  const look = async () => {
    const { memoryBytes, threads } = await usageOf(pid)
    if (memoryBytes > maxBytes || threads > maxThreads) breached()
  }
  const timer = setInterval(() => void look(), pollEvery)
  return () => clearInterval(timer)
}

/**
 * Calls back after the time limit; `before` is the processor time that the process has used by now. Returns a function
 * that ends the watch. A renderer that got little of the processor gets more time, a spare one less, and then counts as
 * crashed: that is not its document's fault.
 */
const watchTime = (
  pid: number,
  before: number,
  { timeoutMs, maxExtensions }: RendererLimits,
  share: Share,
  breached: (refusal: Refusal) => void,
): (() => void) => {
  const patience = share === 'spare' ? starvedAfter : timeoutMs * (1 + maxExtensions)
  const every = Math.min(timeoutMs, patience)
  let passed = 0
  const judge = async () => {
    passed += every
    const { processorMs = Number.POSITIVE_INFINITY } = await usageOf(pid)
    const isStarved = processorMs - before < Math.min(passed, timeoutMs) / 4
    if (isStarved && passed >= patience) breached('crashed')
    else if (!isStarved && passed >= timeoutMs) breached('timed-out')
  }
  const timer = setInterval(() => void judge(), every)
  return () => clearInterval(timer)
}

const refused = ({ kind }: Task, refusal: Refusal): RendererAnswer => {
  if (kind === 'draw') return { kind: 'drawing', drawing: { drawn: false, refusal } }
  if (kind === 'read') return { kind: 'reading', reading: { read: false, refusal } }
  return { kind: 'conversion', conversion: { converted: false, refusal } }
}

/**
 * Starts a renderer and waits until its libraries are loaded. A spare one that gets little of the processor meanwhile has
 * ended then.
 * @param program instead of the renderer, for tests
 * @throws if the process cannot be started
 */
export const startRenderer = async (
  limits: RendererLimits,
  share: Share,
  program?: readonly string[],
): Promise<Renderer> => {
  const sandbox = await strictestSandbox()
  const handover = await openHandover()
  const child = spawnConfined(limits, sandbox, handover.readable, share, program)
  child.once('close', () => void handover.close())
  const news = new EventEmitter()
  // It ends at once: a process that gets nothing of the processor cannot even exit.
  const end = () => {
    child.kill('SIGKILL')
    news.emit('ended')
  }
  // A renderer that sends anything but messages is not to be trusted with another document.
  if (child.stdout) readMessages(child.stdout, (message) => news.emit('message', message), end)
  child.stdin?.on('error', () => {})
  const starved = share === 'spare' ? setTimeout(end, starvedAfter) : undefined
  await untilReady(child, news).finally(() => clearTimeout(starved))
  const pid = innermost(child.pid ?? 0)
  let documents = 0
  const isAlive = () => !child.killed && child.exitCode === null && child.signalCode === null

  const run = async (task: Task, document: Document): Promise<RendererAnswer> => {
    documents += 1
    const size = await handover.put(document).catch((error) => {
      // The hand-over is closed when the process has ended.
      if (isAlive()) throw error
      return 0
    })
    if (!isAlive()) return refused(task, 'crashed')
    const { processorMs = 0 } = await usageOf(pid)
    return new Promise((resolve) => {
      let over = false
      let endedBy: Refusal = 'crashed'
      const finish = (answer: RendererAnswer) => {
        over = true
        unwatchTime()
        unwatch()
        news.off('message', onAnswer)
        news.off('ended', died)
        child.off('exit', died)
        resolve(answer)
      }
      const onAnswer = (message: RendererMessage) => {
        if (message.kind === answerTo[task.kind]) finish(message)
        else killFor('crashed')
      }
      const died = () => finish(refused(task, endedBy))
      const killFor = (refusal: Refusal) => {
        // A memory check may end after the answer came: it must not count for the next document.
        if (over) return
        endedBy = refusal
        end()
      }
      const unwatchTime = watchTime(pid, processorMs, limits, share, killFor)
      const unwatch = watchMemory(pid, limits.memoryBytes, () => killFor('out-of-memory'))
      news.on('message', onAnswer)
      news.once('ended', died)
      // 'exit' follows if the process has ended already.
      child.once('exit', died)
      child.stdin?.write(`${JSON.stringify({ task, size } satisfies RendererRequest)}\n`)
    })
  }

  return {
    run,
    documentsLeft: () => documentsPerRenderer - documents,
    worn: async () =>
      !isAlive() || documents >= documentsPerRenderer || (await usageOf(pid)).memoryBytes > limits.memoryBytes / 2,
    stop: end,
  }
}
