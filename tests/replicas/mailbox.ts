import { SMTPServer } from 'smtp-server'
import { listening } from '#tests/support/sockets.ts'

/** A mail server that takes every mail; `ids` are the Message-IDs of all that it took. */
export const startMailbox = async () => {
  const ids: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        ids.push(/^Message-ID: (.*)$/im.exec(Buffer.concat(parts).toString())?.[1] ?? 'none')
        callback()
      })
    },
  })
  return {
    url: `smtp://127.0.0.1:${await listening(server.server)}`,
    ids: (): readonly string[] => ids,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
