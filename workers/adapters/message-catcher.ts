import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SendMail, SendText } from './outgoing.ts'
import { replaceFile } from './replace-file.ts'
import { mailOptionsOf } from './smtp.ts'

export type MessageCatcher = {
  mail: SendMail
  text: SendText
  /** Removes the messages that these events asked for, or these users; missing ones are ignored. */
  remove: (ids: readonly string[]) => Promise<void>
}

/**
 * Writes each mail as `<time>-<id>.eml` into a folder, and each text message as `.txt`, for installations without a
 * mail server. The name derives from the event alone, so a repeat writes the same file.
 */
export const openMessageCatcher = (folder: string): MessageCatcher => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  /** Messages contain codes, so only the owner may read them. */
  const write = (at: string, name: string, content: Uint8Array | string): Promise<void> =>
    replaceFile(join(folder, `${at.replace(/[-:.]/g, '')}-${name}`), content)

  return {
    mail: async (mail) => {
      const { message } = await composer.sendMail(mailOptionsOf(mail))
      await write(mail.at, `${mail.id}.eml`, message as Buffer)
    },
    text: ({ id, at, to, body }) => write(at, `${id}.txt`, `To: ${to}\n\n${body}\n`),
    remove: async (ids) => {
      if (ids.length === 0) return
      for (const name of await readdir(folder)) {
        // A crash may have left a '.part' file.
        const id = /^[^-]+-(.+?)(?:\.\d+)?\.(?:eml|txt)(?:\.part)?$/.exec(name)?.[1]
        if (id && ids.includes(id)) await rm(join(folder, name), { force: true })
      }
    },
  }
}
