import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readiness } from '#cli/operations/redis.ts'

test('a Redis that runs and never answers a ping is given up', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const running = { exitCode: null, signalCode: null } as ChildProcess

  await expect(readiness(port, 'secret', 3)(running)).rejects.toThrow('Redis did not get ready')
})
