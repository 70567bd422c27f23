import { EnvironmentError, isOnThisMachine } from './checks.ts'

/** What every replica has to be given, as what a start makes instead is of its own machine alone (D-120). */
const given: Readonly<Record<string, string>> = {
  MASTER_KEY: 'a key that is made here opens nothing that others have sealed',
  REDIS_URL: 'a Redis of this machine has sessions and jobs of its own',
  CONTENT_URL: 'files that are stored here are missing at the others',
  KEYS_URL: 'keys that are made here are missing at the others',
  MAIL_URL: 'mails would be files on this machine, and reach nobody',
}

/** The hosts of an address such as esdb://user:password@a:2113,b:2113?tls=true. */
const hostsOf = (url: string): string[] => (/^[^:]+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(url)?.[1] ?? '').split(',')

/**
 * Refuses a start beside an event store of another machine, which other replicas may share, without all that they share.
 * @throws {EnvironmentError}
 */
export const refuseUnshared = (source: NodeJS.ProcessEnv): void => {
  const { EVENTSTORE_URL: url } = source
  if (!url || hostsOf(url).every((host) => isOnThisMachine(`esdb://${host}`))) return
  const missing = Object.entries(given).filter(([name]) => !source[name])
  if (missing.length === 0) return
  const reasons = missing.map(([name, reason]) => `${name} (${reason})`)
  throw new EnvironmentError(`EVENTSTORE_URL is on another machine, so these are needed: ${reasons.join(', ')}.`)
}
