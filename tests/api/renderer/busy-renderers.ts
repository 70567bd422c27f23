import { openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultLimits, spawnConfined } from '#api/renderer/confinement.ts'
import { sandboxesHere, unconfined } from '#api/renderer/sandbox.ts'
import { innermost } from '#api/renderer/usage.ts'

// Starts a program that never looks up in each sandbox of this machine, and prints one line: where each runs.
const document = openSync('/dev/null', 'r')
const busy = [process.execPath, '--eval', "require('node:fs').writeSync(1, 'busy'); for (;;);"]

const found: { sandbox: string; pid: number }[] = []
for (const sandbox of [...(await sandboxesHere()), unconfined]) {
  const child = spawnConfined(defaultLimits, sandbox, document, 'spare', busy)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  found.push({ sandbox: sandbox.name, pid: innermost(child.pid ?? 0) })
}
process.stdout.write(`${JSON.stringify(found)}\n`)
await wait(2 ** 30)
