// Listens on the port of its first argument (0 = any), reports it to its supervisor, and stops in order on request.
import { createServer } from 'node:net'
import { endWithParent, notifySupervisor } from '#api/adapters/supervisor-channel.ts'

const server = createServer().listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`at work as ${process.pid}\n`)
  const address = server.address()
  if (typeof address === 'object' && address) notifySupervisor({ type: 'listening', port: address.port })
})

const stop = (): void => {
  process.stdout.write('ending in order\n')
  server.close()
}
process.once('SIGTERM', stop)
endWithParent(stop)
