import { openProfiles, type Profiles } from './connection/profiles.ts'
import { connect, type Server } from './connection/server.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** What a command works with. */
export type Session = {
  terminal: Terminal
  profiles: Profiles
  /** Whether the answer is for a program: JSON and nothing else on standard output. */
  json: boolean
  /** The profile that was asked for by name. */
  profile: string | undefined
  /** The server of that profile, or of the one in use. Throws Failure where nobody has signed in. */
  server: () => Server
}

/** Opens what a command works with; nothing is read or connected before it is asked for. */
export const openSession = ({ json, profile }: { json?: true; profile?: string }): Session => {
  const profiles = openProfiles(process.env)
  return {
    terminal: openTerminal(),
    profiles,
    json: json === true,
    profile,
    server: () => connect(profiles.one(profile)),
  }
}
