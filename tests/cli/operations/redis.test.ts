import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { readiness } from '#cli/operations/redis.ts'
import { listeningForTest } from '#tests/support/sockets.ts'

test('a Redis that runs and never answers a ping is given up', async () => {
  const port = await listeningForTest(createServer((socket) => socket.end()))
  const running = { exitCode: null, signalCode: null } as ChildProcess

  await expect(readiness(port, 'secret', 3)(running)).rejects.toThrow('Redis did not get ready')
})
