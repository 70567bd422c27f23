// Supervises steady.ts and a Redis in the folder of its first argument; prints their ports as one line of JSON.
import { join } from 'node:path'
import { newRedisEndpoint, redisSpec } from '#cli/operations/redis.ts'
import { readyByMessage, startProcessGroup } from '#cli/supervisor/process-group.ts'

const family = startProcessGroup(
  () => {},
  () => {},
)
const endpoint = await newRedisEndpoint(process.argv[2] ?? '')
const ready = [
  await family.start(() => redisSpec(endpoint, process.env)),
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
