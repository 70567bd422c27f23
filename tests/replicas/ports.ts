import type { ChildProcess } from 'node:child_process'
import type { ReadyMessage } from '#cli/supervisor/process-group.ts'
import { until } from '#tests/support/until.ts'

/** Readiness of a server on this machine: it answers, with any status or with the one that is given. */
export const answering =
  (port: number, path: string, status?: number) =>
  async (child: ChildProcess): Promise<ReadyMessage> => {
    const gone = () => child.exitCode !== null || child.signalCode !== null
    await until(async () => {
      if (gone()) return
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      await answer.arrayBuffer()
      if (status !== undefined && answer.status !== status) throw new Error(`${path} answers ${answer.status}`)
    })
    if (gone()) throw new Error('It ended before it answered')
    return { type: 'listening', port }
  }
