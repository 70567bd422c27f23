// Listens like steady.ts, through a child process, and ignores requests to stop.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { notifySupervisor } from '#api/adapters/supervisor-channel.ts'

process.on('SIGTERM', () => {})
const inner = spawn(process.execPath, [join(import.meta.dirname, 'steady.ts')], {
  stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
})
inner.on('message', notifySupervisor)
