import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import { parseAddress } from './address.ts'
import { Unfit } from './unfit.ts'

/** Milliseconds that a start waits for an event store, between two tries, and between two lines that say so. */
const longestWait = 120_000
const pause = 1000
const betweenLines = 60_000

/** gRPC's codes of a caller who may not do this, and of one who is not known. */
const permissionDenied = 7
const unauthenticated = 16

const setIt = (how: string): string => `${how}, in EVENTSTORE_URL.`

/** The first case holds whose text is in what gRPC says of a connection that was not made. */
const ofConnections: readonly (readonly [RegExp, string])[] = [
  [/wrong version number|packet length too long|EPROTO/i, `The event store speaks no TLS: ${setIt('set tls=false')}`],
  [
    /altnames|does not match certificate/i,
    `The event store's certificate is for another name: ${setIt('name that host')}`,
  ],
  [
    /certificate|CERT_|self.signed/i,
    `The event store's certificate is not one that this machine trusts: ${setIt('name the file of its CA by tlsCAFile')}`,
  ],
]

/** Why an event store refuses this installation for good, in one line; undefined for what may pass. */
export const refusalIn = (error: unknown, url: string): string | undefined => {
  const { code, message = '' } = error as { code?: number; message?: string }
  if (code === unauthenticated) {
    const { defaultCredentials: user } = parseAddress(url)
    const how = user
      ? `the user ${user.username} or the password is not known: ${setIt('set the right ones')}`
      : undefined
    return `The event store asks who calls: ${how ?? setIt('put user:password@ before the host')}`
  }
  if (code === permissionDenied) {
    const { defaultCredentials: user } = parseAddress(url)
    const who = user ? `the user ${user.username}` : 'nobody without a name'
    const right = 'give the right to read $all by its stream metadata, {"$acl":{"$r":["$admins","USER"]}}'
    return `The event store lets ${user ? `not ${who}` : who} read all of its log: name another in EVENTSTORE_URL, or ${right}.`
  }
  return ofConnections.find(([sign]) => sign.test(message))?.[1]
}

/** Milliseconds that a handshake may take. */
const handshakePatience = 3000

/** Whether a server answers as TLS does; nothing is sent to it. */
const speaksTls = async (host: string, port: number): Promise<boolean> => {
  // Whoever it is, it is not spoken to: its certificate decides nothing.
  const socket = connect({ host, port, rejectUnauthorized: false, ALPNProtocols: ['h2'] })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(handshakePatience) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** As `refusalIn`, and asks the server where an address without TLS leads to silence: the client's error says nothing. */
export const refusalAt = async (error: unknown, url: string): Promise<string | undefined> => {
  const said = refusalIn(error, url)
  const { tls, hosts } = parseAddress(url)
  if (said !== undefined || tls !== false) return said
  const answers = await Promise.all(hosts.map(({ address, port }) => speaksTls(address, port)))
  return answers.includes(true) ? `The event store wants TLS: ${setIt('leave out tls=false')}` : undefined
}

export type Contact = {
  /** What is waited for, as the beginning of a sentence. */
  name: string
  /** Asks for what the start needs; throws an Unfit where asking again would change nothing. */
  ask: () => Promise<unknown>
  report: (line: string) => void
  now?: () => number
  sleep?: (milliseconds: number) => Promise<unknown>
}

/**
 * Waits until something answers, with a line at once and one a minute, for two minutes.
 * @throws {Unfit} at once; otherwise, at the end, an error of one line
 */
export const awaitAnswer = async ({ name, ask, report, now = Date.now, sleep = wait }: Contact): Promise<void> => {
  const begun = now()
  let lines = 0
  for (;;) {
    const error = await ask().then(
      () => undefined,
      (reason: Error) => reason,
    )
    if (error === undefined) return
    if (error instanceof Unfit) throw error
    const waited = now() - begun
    const [why] = error.message.split('\n')
    if (waited >= longestWait) throw new Error(`${name} did not answer for two minutes: ${why}`)
    if (waited >= lines * betweenLines) {
      lines += 1
      report(`${name} does not answer yet; it is waited for, for two minutes: ${why}`)
    }
    await sleep(pause)
  }
}

/**
 * Waits until an event store answers.
 * @throws {Unfit} at once for an address that cannot be used, and where the event store refuses what it says; see `awaitAnswer`
 */
export const awaitEventStore = async ({
  url,
  ask,
  ...contact
}: Omit<Contact, 'name'> & { url: string }): Promise<void> => {
  parseAddress(url)
  const orUnfit = async (error: unknown): Promise<never> => {
    const refusal = error instanceof Unfit ? undefined : await refusalAt(error, url)
    throw refusal === undefined ? error : new Unfit(refusal)
  }
  await awaitAnswer({ ...contact, name: 'The event store of EVENTSTORE_URL', ask: () => ask().catch(orUnfit) })
}
