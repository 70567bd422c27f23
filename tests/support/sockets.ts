import { once } from 'node:events'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The port on which a server listens until it is closed. */
export const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** The port on which a server listens until the test has ended. */
export const listeningForTest = (server: Server): Promise<number> => {
  onTestFinished(() => void server.close())
  return listening(server)
}

/** All that a server says on a connection until it closes it, to these bytes or whatever is spoken. */
export const answerOf = (port: number, speak: string | ((socket: Socket) => void)): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    // A server that closes while it is spoken to resets the connection.
    socket.on('error', () => {})
    socket.once('close', () => resolve(said))
    if (typeof speak === 'string') socket.write(speak)
    else speak(socket)
  })
