import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#api/env/env.ts'
import { parseAddress } from '#api/event-store/address.ts'
import { askEventStore, connectEventStore } from '#api/event-store/eventstoredb.ts'
import { refusalAt } from '#api/event-store/first-contact.ts'
import { clusterAt, type Member } from '#api/event-store/members.ts'
import { askForWriting, clockAhead, mostAhead } from '#api/event-store/writing.ts'
import { succeeds, within } from './asking.ts'
import { type Finding, fine, odd, wrong } from './finding.ts'

const about = 'event store'

/** Clocks that differ by more than a second, in milliseconds, are odd: the times of events and of requests do. */
const oddDifference = 1000

const checkAddress = (url: string): Finding => {
  const { tls, defaultCredentials } = parseAddress(url)
  const words = 'EVENTSTORE_URL has no user or no TLS: whoever reaches it can read and write everything.'
  const isOpen = tls === false || defaultCredentials === undefined
  return isOpen ? odd(about, words) : fine(about, 'EVENTSTORE_URL names a user, over TLS.')
}

const described = ({ address, role, isAlive }: Member): string => `${address} ${isAlive ? role : `${role}, dead`}`

/** Checks which version answers, and which nodes there are: without a leader nothing can be written. */
const checkNodes = async (url: string): Promise<Finding> => {
  const cluster = await within(clusterAt(url))
  if (cluster instanceof Error) return odd(about, 'It does not tell its version and its nodes.')
  const { version, members } = cluster
  const words = `It is version ${version}: ${members.map(described).join('; ')}.`
  const alive = members.filter(({ isAlive }) => isAlive)
  if (!alive.some(({ role }) => role === 'leader')) return wrong(about, `${words} None leads: nothing can be written.`)
  return (alive.length < members.length ? odd : fine)(about, words)
}

/** Checks how far its clock and this machine's are apart. */
const checkClock = async (url: string): Promise<Finding[]> => {
  const ahead = await within(clockAhead(url))
  if (ahead instanceof Error) return []
  const words = `Its clock is ${Math.abs(ahead)} ms ${ahead < 0 ? 'behind' : 'ahead of'} this machine's.`
  if (ahead > mostAhead) return [wrong(about, `${words} Every write is taken for too late: set the clock.`)]
  return [(Math.abs(ahead) > oddDifference ? odd : fine)(about, words)]
}

/** Checks the event store of EVENTSTORE_URL: whether it lets the product read and write, its nodes and its clock. */
const checkAt = async (url: string): Promise<Finding[]> => {
  const error = await within(askEventStore(url))
  if (error instanceof Error) {
    const silent = `It does not answer: ${error.message.split('\n')[0]}`
    return [checkAddress(url), wrong(about, (await refusalAt(error, url)) ?? silent)]
  }
  const refused = await within(askForWriting(url))
  const writing = refused instanceof Error ? wrong(about, refused.message) : fine(about, 'This user may write.')
  const nodes = await checkNodes(url)
  const clock = await checkClock(url)
  return [checkAddress(url), fine(about, 'It answers, and all can be read.'), writing, nodes, ...clock]
}

/** Whether the event store at this address lets the product read. */
const letsRead = (url: string): Promise<boolean> => {
  const log = connectEventStore(url)
  return succeeds(log.newest(), log.close)
}

/** Checks whether the event store answers the product, and nobody else. */
export const checkEventStore = async ({ dataDir, eventStoreUrl }: Env, inUse: boolean): Promise<Finding[]> => {
  if (eventStoreUrl !== undefined) return checkAt(eventStoreUrl)
  if (!inUse) return []
  const url = readFileSync(join(dataDir, 'eventstore-url'), 'utf8').trim()
  if (!(await letsRead(url))) return [wrong(about, 'It does not answer at the address in eventstore-url.')]
  if (await letsRead(`esdb://${new URL(url).host}?tls=false`)) return [wrong(about, 'It answers without a password.')]
  return [fine(about, 'It answers those who can read eventstore-url, and nobody else.')]
}
