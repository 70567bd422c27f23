import { text } from 'node:stream/consumers'
import { InvalidArgumentError } from 'commander'
import { commandOf, printDone, showCommand } from '#cli/command.ts'
import { revokeTokens } from '#cli/connection/authorization-server.ts'
import { fixedBearer } from '#cli/connection/bearer.ts'
import { signInByBrowser } from '#cli/connection/browser-sign-in.ts'
import { inWords } from '#cli/connection/loopback-listener.ts'
import { openBrowser } from '#cli/connection/open-browser.ts'
import type { Profile } from '#cli/connection/profiles.ts'
import { connect, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { promptText } from '#cli/prompts.ts'
import type { Terminal } from '#cli/terminal.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { countOf } from './list-command.ts'

const defaultUrl = 'http://localhost:3000'

const originOf = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin
  throw new Failure(
    `"${url}" is no address of a server. It looks like https://siteledger.example.com`,
    exitCodes.wrongUsage,
  )
}

/** The user of the token, and its team (D-93). */
const whoIs = async (server: Server) => {
  const [{ data: user }, { data: team }] = await Promise.all([server.call(currentUser), server.call(currentTeam)])
  const role = user.role_on_current_team
  return { name: user.name, email: user.email, team: team.name, role, url: server.url }
}

/** Minutes in which somebody finds the address, signs in and consents. */
const waited = 15

/** More minutes than anybody waits, and fewer than a timer can count. */
const longestWait = 24 * 60

const minutesOf = (text: string): number => {
  const minutes = countOf(text)
  if (minutes <= longestWait) return minutes
  throw new InvalidArgumentError(`It must be at most ${longestWait}.`)
}

/** `browser` is false for `--no-browser`; `wait` is in minutes. */
type LoginOptions = { url?: string; token?: string; browser: boolean; wait: number }

const forScripts = ' A script signs in with --token.'

/** The profile of whoever signs in: with an API token that is given, else in the browser. */
const newProfile = async (
  terminal: Terminal,
  url: string,
  { token, browser, wait }: LoginOptions,
): Promise<Profile> => {
  const typed = token === '-' ? await text(process.stdin) : token
  if (typed !== undefined) return { url, token: typed.trim() }
  const tokens = await signInByBrowser(url, wait, (address) => {
    terminal.note(`Sign in at this address${browser ? ', if the browser does not open by itself' : ''}: ${address}`)
    terminal.note(`Waiting ${inWords(wait)} for the answer; Ctrl-C ends it.${terminal.interactive ? '' : forScripts}`)
    if (browser) openBrowser(address)
  })
  return { url, tokens }
}

/** Ends a sign-in at its server; an API token is revoked in the browser alone (D-100). */
const endAtServer = async (profile: Profile): Promise<void> => {
  if ('tokens' in profile) await revokeTokens(profile)
}

export const login = commandOf<LoginOptions>(
  {
    name: 'login',
    summary: 'Sign in in the browser, or with an API token',
    examples: [
      'login',
      'login --no-browser',
      'login --no-browser --wait 5    # give up after five minutes',
      'login --url https://siteledger.example.com --profile work',
      'login --token - < token.txt    # keeps the token out of the process list',
    ],
  },
  async (session, _args, options) => {
    const { terminal, profiles } = session
    const name = session.profile ?? profiles.current()
    const former = profiles.all()[name]
    const known = former?.url ?? defaultUrl
    const url = originOf(options.url ?? (terminal.interactive ? await promptText('Server', known) : known))
    const profile = await newProfile(terminal, url, options)
    const who = await whoIs(connect(url, fixedBearer('token' in profile ? profile.token : profile.tokens.access)))
    profiles.save(name, profile)
    // Nobody holds its tokens any more; where its server does not answer, they end unused.
    if (former) await endAtServer(former).catch(() => undefined)
    printDone(session, `Signed in at ${url} as ${who.name} (${who.email}), team ${who.team}.`, who)
  },
  (command) =>
    command
      .option('--url <url>', 'the server')
      .option('--token <token>', 'an API token, or - to read it')
      .option('--no-browser', 'print the address, and open no browser')
      .option('--wait <minutes>', 'how long to wait for the answer of the browser', minutesOf, waited),
)

export const whoami = showCommand(
  { name: 'whoami', summary: 'Show who the token belongs to, and its team', examples: ['whoami', 'whoami --json'] },
  async (server) => ({ data: await whoIs(server) }),
)

export const logout = commandOf(
  {
    name: 'logout',
    summary: 'End the sign-in; an API token is forgotten, and the browser revokes it',
    examples: ['logout', 'logout --profile work'],
  },
  async (session) => {
    const name = session.profile ?? session.profiles.current()
    const profile = session.profiles.one(name)
    session.profiles.remove(name)
    await endAtServer(profile).catch((error: Failure) => {
      const words = 'Signed out here alone: end the access in the browser, under Settings, API.'
      throw new Failure(`${words} ${error.message}`, error.exitCode)
    })
    printDone(session, `Signed out of the profile ${name}.`, { profile: name })
  },
)
