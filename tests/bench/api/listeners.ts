import { connect, type Socket } from 'node:net'

/** Open connections of many readers to one server. */
export type Listeners = {
  /** Resolves with the milliseconds from now until the first and the last reader have received this text. */
  received: (text: string) => Promise<{ first: number; last: number }>
  close: () => void
}

const atOnce = 100

/** Opens one connection; resolves when the server has begun to write to it. */
const openLine = (port: number, head: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    const listen = (chunk: Buffer) => {
      text += chunk
      if (!text.startsWith('HTTP/1.1 200 '.slice(0, text.length))) reject(new Error(text))
      if (!text.includes('retry: ')) return
      socket.off('data', listen)
      resolve(socket)
    }
    socket.on('error', reject)
    socket.on('connect', () => socket.write(head))
    socket.on('data', listen)
  })

/** Opens one connection for each request, several at a time. */
export const openListeners = async (port: number, heads: readonly string[]): Promise<Listeners> => {
  const lines: Socket[] = []
  for (let from = 0; from < heads.length; from += atOnce) {
    lines.push(...(await Promise.all(heads.slice(from, from + atOnce).map((head) => openLine(port, head)))))
  }
  let wanted = Buffer.from('-')
  let missing = 0
  let first = 0
  let done: () => void = () => {}
  for (const line of lines) {
    line.on('data', (chunk: Buffer) => {
      if (!chunk.includes(wanted)) return
      if (missing === lines.length) first = performance.now()
      missing -= 1
      if (missing === 0) done()
    })
  }
  return {
    received: async (text) => {
      const from = performance.now()
      missing = lines.length
      wanted = Buffer.from(text)
      await new Promise<void>((resolve) => {
        done = resolve
      })
      return { first: first - from, last: performance.now() - from }
    },
    close: () => {
      for (const line of lines) line.destroy()
    },
  }
}
