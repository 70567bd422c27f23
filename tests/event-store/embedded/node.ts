import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { EventStoreDBClient } from '@eventstore/db-client'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../../../api/event-store/embedded/main.ts', import.meta.url))

export type RunningNode = {
  child: ChildProcess
  port: number
  /** Its address with its credentials. */
  url: string
  client: EventStoreDBClient
  /** Its output on standard error. */
  errors(): string
  /** Resolves with exit code and signal. */
  exited: Promise<[code: number | null, signal: string | null]>
  /** The orderly stop. */
  stop(): Promise<void>
}

/** Runs the node's main.ts with these arguments; `wrapper` is a command that runs it, such as strace. */
function spawnNode(args: string[], wrapper: string[] = []) {
  const words = [...wrapper, process.execPath, MAIN, ...args]
  const { DATA_DIR: _, EMBEDDED_EVENTSTORE_PORT: __, ...env } = process.env
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const exited = once(child, 'close') as Promise<[number | null, string | null]>
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, exited, errors: () => errors }
}

/** Starts a node and connects to it. */
export async function startNode(args: string[], wrapper: string[] = []): Promise<RunningNode> {
  const node = spawnNode(args, wrapper)
  const { port, url } = await new Promise<{ port: number; url: string }>((resolve, reject) => {
    node.child.once('message', resolve as (message: unknown) => void)
    void node.exited.then(([code]) => reject(new Error(`the node exited with ${code}: ${node.errors()}`)))
  })
  const client = EventStoreDBClient.connectionString(url)
  onTestFinished(() => client.dispose())
  const stop = async (): Promise<void> => {
    node.child.kill('SIGTERM')
    await node.exited
  }
  return { ...node, port, url, client, stop }
}

/** Runs a node that is not meant to start, and gives its exit code and what it said. */
export async function failToStart(args: string[]): Promise<{ code: number | null; said: string }> {
  const node = spawnNode(args)
  const [code] = await node.exited
  return { code, said: node.errors() }
}
