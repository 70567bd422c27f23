// Supervises steady.ts and a Redis in the folder of its first argument; prints their ports as one line of JSON.
import { join } from 'node:path'
import { startFamily } from '#api/operations/family.ts'
import { freePort, redisSpec } from '#api/operations/redis.ts'
import { readyByMessage } from '#api/operations/supervised-process.ts'

const family = startFamily(
  () => {},
  () => {},
)
const port = await freePort()
const ready = [
  await family.start(() => redisSpec(process.argv[2] ?? '', port, process.env)),
  await family.start(() => ({
    name: 'Steady',
    command: process.execPath,
    args: [join(import.meta.dirname, 'steady.ts')],
    env: process.env,
    readiness: readyByMessage,
    graceMs: 5_000,
  })),
]
process.stdout.write(`${JSON.stringify(ready)}\n`)
