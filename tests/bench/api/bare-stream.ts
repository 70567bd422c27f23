import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The yardstick of live.ts: a node:http server that holds every response open and writes its parent's messages to all
// of them.
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
