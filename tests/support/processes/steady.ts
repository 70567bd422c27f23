// Listens on the port of its first argument (0 = any), says so to its supervisor, and ends in order when asked.
import { createServer } from 'node:net'
import { endWithParent, tellParent } from '#api/operations/parent.ts'

const server = createServer().listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`at work as ${process.pid}\n`)
  const address = server.address()
  if (typeof address === 'object' && address) tellParent({ type: 'listening', port: address.port })
})

const stop = (): void => {
  process.stdout.write('ending in order\n')
  server.close()
}
process.once('SIGTERM', stop)
endWithParent(stop)
