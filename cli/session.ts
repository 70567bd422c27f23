import { bearerOf } from './connection/bearer.ts'
import { keptLastWrite } from './connection/last-write.ts'
import { openProfiles, type Profiles } from './connection/profiles.ts'
import { connect, type Server } from './connection/server.ts'
import type { Chosen } from './output/chosen.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** The dependencies of a command. */
export type Session = {
  terminal: Terminal
  profiles: Profiles
  /** Whether the output is for a program: JSON and nothing else on standard output. */
  json: boolean
  /** What is printed of records, where not all of them is wanted. */
  chosen: Chosen
  /** The name of the requested profile. */
  profile: string | undefined
  /** The moment as of which records are wanted. */
  asOf: string | undefined
  /** The server of that profile, or of the current one. Throws Failure without a profile. */
  server: () => Server
}

/** What every command may be asked for besides its own options; `asOf` is a moment to read of. */
type Wanted = { json?: true; profile?: string; asOf?: string } & Chosen

/** Opens the dependencies of a command; each is read or connected on first use. */
export const openSession = ({ json, profile, asOf, ...chosen }: Wanted): Session => {
  const profiles = openProfiles(process.env)
  return {
    terminal: openTerminal(),
    profiles,
    json: json === true,
    chosen,
    profile,
    asOf,
    server: () => {
      const { url } = profiles.one(profile)
      return connect(url, bearerOf(profiles, profile), { lastWrite: keptLastWrite(process.env, url), asOf })
    },
  }
}
