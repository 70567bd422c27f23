import { mkdirSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SendLetter, SendShortMessage } from './letter.ts'
import { mailOptionsOf } from './smtp.ts'

export type MessageCatcher = {
  mail: SendLetter
  text: SendShortMessage
  /** Removes what these events asked for; what is not there is no error. */
  remove: (eventIds: readonly string[]) => Promise<void>
}

/**
 * Writes each mail as `<time>-<id>.eml` into a folder, and each text message beside them as `.txt`, for installations
 * without a mail server. The name follows from the event alone: a repeat writes the same file.
 */
export const openMessageCatcher = (folder: string): MessageCatcher => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  /** Whole or not at all; codes are in there, so for the owner's eyes. */
  const write = async (at: string, name: string, content: Uint8Array | string): Promise<void> => {
    const file = join(folder, `${at.replace(/[-:.]/g, '')}-${name}`)
    await writeFile(`${file}.part`, content, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }

  return {
    mail: async (letter) => {
      const { message } = await composer.sendMail(mailOptionsOf(letter))
      await write(letter.at, `${letter.id}.eml`, message as Buffer)
    },
    text: ({ id, at, to, body }) => write(at, `${id}.txt`, `To: ${to}\n\n${body}\n`),
    remove: async (eventIds) => {
      if (eventIds.length === 0) return
      for (const name of await readdir(folder)) {
        // A crash may have left a '.part' behind.
        const id = /^[^-]+-(.+)\.(?:eml|txt)(?:\.part)?$/.exec(name)?.[1]
        if (id && eventIds.includes(id)) await rm(join(folder, name), { force: true })
      }
    },
  }
}
