import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream, userStream } from '#api/event-store/streams.ts'
import type { KeptNotes } from '#api/notary/kept-notes.ts'
import { askAuthority } from '#api/notary/timestamp-authority.ts'
import { levels, tileSize } from '#api/notary/tree-files.ts'
import type { ExpiryReminderQueries } from '#projections/sweeps/expiry-reminders.ts'
import { roleHolds } from '#schemas/policy.ts'
import { today } from '#schemas/time/dates.ts'
import type { SendMail } from '#workers/adapters/outgoing.ts'
import { replaceFile } from '#workers/adapters/replace-file.ts'

/** A signed note, and how many events it counts. */
export type Published = { note: string; size: number }

/**
 * Where checkpoints go, under a name of its own, how often at most, and what history calls it. Sending answers false where
 * nobody may have it any more.
 */
export type Place = {
  name: string
  to: string
  every: 'minute' | 'hour' | 'day'
  send: (checkpoint: Published) => Promise<unknown>
}
type Way = Omit<Place, 'name'>

const tries = 5

const tileBytes = tileSize * 32

/** The path of a tile (C2SP tlog-tiles): groups of three digits, all but the last with an x. */
const tilePath = (level: number, index: number): string => {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  return join('tile', String(level), groups.replaceAll(/\d{3}(?=\d)/g, 'x$&/'))
}

/** Writes a file that whoever serves it may read, as new folders that it lies in: hashes and notes are public. */
const writeWhole = async (file: string, content: string | Uint8Array): Promise<void> => {
  const first = await mkdir(dirname(file), { recursive: true })
  if (first !== undefined)
    for (let folder = dirname(file); folder.length >= first.length; folder = dirname(folder)) await chmod(folder, 0o755)
  await replaceFile(file, content, 0o644)
}

/** Writes hashes and checkpoint into a folder from which others read them; the checkpoint comes last. */
const inFolder = (folder: string, treeFolder: string): Way => ({
  to: 'file',
  every: 'minute',
  send: async ({ note, size }) => {
    for (const level of levels) {
      const count = Math.floor(size / tileSize ** level)
      if (count === 0) break
      const tree = await open(join(treeFolder, String(level)))
      try {
        for (let index = 0; index * tileSize < count; index += 1) {
          const width = Math.min(tileSize, count - index * tileSize)
          const whole = join(folder, tilePath(level, index))
          const file = width === tileSize ? whole : join(`${whole}.p`, String(width))
          if (existsSync(file)) continue
          const bytes = Buffer.alloc(width * 32)
          await tree.read(bytes, 0, bytes.length, index * tileBytes)
          await writeWhole(file, bytes)
          if (file === whole) await rm(`${whole}.p`, { recursive: true, force: true })
        }
      } finally {
        await tree.close()
      }
    }
    await writeWhole(join(folder, 'checkpoint'), note)
  },
})

/** Posts the note to a server, five times at most. */
const atServer = (url: string): Way => ({
  to: new URL(url).host,
  every: 'hour',
  send: async ({ note }) => {
    for (let attempt = 1; ; attempt += 1) {
      const answered = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: note,
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      }).then(
        ({ status }) => status,
        (error: Error) => error.message,
      )
      if (typeof answered === 'number' && answered < 300) return
      if (attempt === tries) throw new Error(`${new URL(url).host} answered ${answered}`)
    }
  },
})

type Mailing = { send: SendMail; from: string; now: () => Date }

/** Mails the note, as a text that is nothing else. */
const byMail = (address: string, { send, from, now }: Mailing, id = 'checkpoint'): Way => ({
  to: 'mail',
  every: 'day',
  send: ({ note, size }) =>
    send({
      id: `${id}.${size}`,
      at: now().toISOString(),
      from,
      to: address,
      subject: `Checkpoint of ${size.toLocaleString('en-GB')} events`,
      text: note,
      html: `<pre>${note}</pre>`,
    }),
})

/** The places of NOTARY_PUBLISH: `mailto:`, `file:` and `https:` addresses. */
export const placesOf = (addresses: readonly string[], treeFolder: string, mailing: Mailing): Place[] =>
  addresses.map((address, at) => {
    const way = () => {
      if (address.startsWith('mailto:')) return byMail(address.slice('mailto:'.length), mailing)
      return address.startsWith('file:') ? inFolder(fileURLToPath(address), treeFolder) : atServer(address)
    }
    const place = way()
    return { name: `${at}:${place.to}`, ...place }
  })

/** Asks an authority when the note was there at the latest, and keeps its answer beside the note. */
export const atAuthority = (url: string, kept: Pick<KeptNotes, 'keep'>): Place => ({
  name: 'timestamp',
  to: new URL(url).host,
  every: 'day',
  send: async ({ note, size }) => kept.keep(size, note, await askAuthority(url, hash('sha256', note, 'buffer'))),
})

type MembersTools = Mailing & {
  ledger: Pick<Ledger, 'read'>
  reminders: Pick<ExpiryReminderQueries, 'checkpointReaders'>
  timeZone: string
  /** Whether an address counts only once it is verified, as where mail is delivered (D-94). */
  mustBeVerified: boolean
}

/** The mailboxes of members who want the newest checkpoint: whether they may read the history is asked of the log. */
export const membersPlaces = (tools: MembersTools): Place[] => {
  const { ledger, reminders, timeZone, mustBeVerified, ...mailing } = tools
  const readers = reminders
    .checkpointReaders(today(mailing.now(), timeZone))
    .filter(({ role }) => roleHolds(role, 'history.view'))
  return [...new Map(readers.map(({ userId, teamId }) => [userId, teamId]))].map(([userId, teamId]) => ({
    name: `member:${userId}`,
    to: 'mail',
    every: 'day',
    send: async (checkpoint) => {
      const user = await load(ledger, userDecider, userStream(userId))
      const team = await load(ledger, teamDecider, teamStream(teamId))
      const role = team.status === 'active' ? team.members.get(userId)?.role : undefined
      if (user.status !== 'registered' || user.email === null) return false
      if (mustBeVerified && !user.emailVerified) return false
      if (!user.checkpointMail || !roleHolds(role ?? null, 'history.view')) return false
      return byMail(user.email, mailing, userId).send(checkpoint)
    },
  }))
}
