import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The yardstick of live.ts: node:http that holds every answer open and writes what its parent says to all of them.
const open = new Set<ServerResponse>()
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('retry: 1000\n\n')
  open.add(response)
  request.on('close', () => open.delete(response))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', (text: string) => {
  for (const response of open) response.write(text)
})
process.on('disconnect', () => process.exit(0))
