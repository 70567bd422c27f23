import { text } from 'node:stream/consumers'
import { commandOf } from '#cli/command.ts'
import { connect, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { printDone, printOne } from '#cli/output/records.ts'
import { promptSecret, promptText } from '#cli/prompts.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'

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

export const login = commandOf<{ url?: string; token?: string }>(
  {
    name: 'login',
    summary: 'Sign in with an API token, which the browser makes under Settings, API',
    examples: [
      'login',
      'login --url https://siteledger.example.com --profile work',
      'login --token - < token.txt    # keeps the token out of the process list',
    ],
  },
  async (session, _args, options) => {
    const { terminal, profiles } = session
    const name = session.profile ?? profiles.current()
    const known = profiles.all()[name]?.url ?? defaultUrl
    const url = originOf(
      options.url ?? (terminal.interactive ? await promptText(terminal, 'Server', '--url URL', known) : known),
    )
    const typed = options.token === '-' ? await text(process.stdin) : options.token
    const token = (typed ?? (await promptSecret(terminal, 'API token', '--token T'))).trim()
    const who = await whoIs(connect({ url, token }))
    profiles.save(name, { url, token })
    printDone(session, `Signed in at ${url} as ${who.name} (${who.email}), team ${who.team}.`, who)
  },
  (command) => command.option('--url <url>', 'the server').option('--token <token>', 'the API token, or - to read it'),
)

export const whoami = commandOf(
  { name: 'whoami', summary: 'Show who the token belongs to, and its team', examples: ['whoami', 'whoami --json'] },
  async (session) => printOne(session, await whoIs(session.server())),
)

export const logout = commandOf(
  {
    name: 'logout',
    summary: 'Forget the token; the browser revokes it',
    examples: ['logout', 'logout --profile work'],
  },
  (session) => {
    const name = session.profile ?? session.profiles.current()
    session.profiles.one(name)
    session.profiles.remove(name)
    printDone(session, `Signed out of the profile ${name}.`, { profile: name })
  },
)
