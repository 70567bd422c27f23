// Listens like steady.ts, through a process that it starts itself, and does not end when asked.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { tellParent } from '#api/operations/parent.ts'

process.on('SIGTERM', () => {})
const inner = spawn(process.execPath, [join(import.meta.dirname, 'steady.ts')], {
  stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
})
inner.on('message', tellParent)
