import { commandOf, groupOf, printDone, printRows } from '#cli/command.ts'

const list = commandOf(
  { name: 'list', summary: 'List the servers that you have signed in to', examples: ['profiles list'] },
  (session) => {
    const { profiles } = session
    const rows = Object.entries(profiles.all()).map(([name, { url }]) => ({
      name,
      url,
      used: name === profiles.current(),
    }))
    printRows(session, { Profile: 'name', Server: 'url', 'In use': ({ used }) => (used ? 'yes' : '') }, rows)
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
