import { commandOf, groupOf } from '#cli/command.ts'
import { printDone, printRows } from '#cli/output/records.ts'

const list = commandOf(
  { name: 'list', summary: 'List the servers that you have signed in to', examples: ['profiles list'] },
  (session) => {
    const { profiles } = session
    const rows = Object.entries(profiles.all()).map(([name, { url }]) => ({
      name,
      url,
      used: name === profiles.current(),
    }))
    printRows(
      session,
      [
        { heading: 'Profile', of: ({ name }) => name },
        { heading: 'Server', of: ({ url }) => url },
        { heading: 'In use', of: ({ used }) => (used ? 'yes' : '') },
      ],
      rows,
    )
  },
)

const use = commandOf(
  { name: 'use <name>', summary: 'Use another profile from now on', examples: ['profiles use work'] },
  (session, [name = '']) => {
    session.profiles.use(name)
    printDone(session, `Using the profile ${name}.`, { profile: name })
  },
)

export const profiles = groupOf('profiles', 'Switch between servers', [list, use])
