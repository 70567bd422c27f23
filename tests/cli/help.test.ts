import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { buildProgram, withSubcommands } from '#cli/program.ts'

const helpOf = (command: Command): string => {
  let text = ''
  const writeOut = (part: string) => {
    text += part
  }
  command.configureOutput({ writeOut }).outputHelp()
  return text
}

/** The words that call a command, without the program's own. */
const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

it('shows examples for every command', async () => {
  const [program, ...commands] = withSubcommands(await buildProgram())
  expect(program && helpOf(program)).toContain('$ siteledger login --url')
  const untaught = commands.filter((command) => !/\nExamples?:\n {2}\$ siteledger /.test(helpOf(command)))
  expect(untaught.map((command) => command.name())).toStrictEqual([])
})

it.each((await buildProgram()).commands.map((command) => command.name()))(
  'finds %s, alone where it can',
  async (name) => {
    const { commands } = await buildProgram(name)
    expect(commands.map((command) => command.name())).toContain(name)
    if (name !== 'completion') expect(commands).toHaveLength(1)
  },
)

it('names under every example a command that there is', async () => {
  const [program, ...commands] = withSubcommands(await buildProgram())
  const known = new Set(commands.map((command) => command.name()))
  const examples = commands.flatMap((command) => [...helpOf(command).matchAll(/\$ siteledger (\S+)/g)])
  expect(program?.name()).toBe('siteledger')
  for (const [, word = ''] of examples) expect(known).toContain(word)
})

const optionsOf = (command: Command): string[] =>
  command.options.map(({ flags, description }) => `- \`${flags}\`: ${description}`)

it('is in the reference, every command with its options', async () => {
  // A group alone has no options.
  const isRun = ({ commands, options }: Command) => commands.length === 0 || options.length > 0
  const leaves = withSubcommands(await buildProgram()).filter((each) => isRun(each) && each.parent !== null)
  const optionsOfAll = [...new Set(leaves.flatMap(optionsOf))]
  const ofMost = optionsOfAll.filter((option) => /`--(json|profile) ?/.test(option))
  const ofRecords = optionsOfAll.filter((option) => /`--(fields <names>|template <text>)/.test(option))
  const entries = leaves.map((command) => {
    const words = command.registeredArguments.map((argument) => {
      const word = `${argument.name()}${argument.variadic ? '...' : ''}`
      return argument.required ? `<${word}>` : `[${word}]`
    })
    const own = optionsOf(command).filter((option) => ![...ofMost, ...ofRecords].includes(option))
    const usage = `## \`${[pathOf(command), ...words].join(' ')}\``
    return [usage, command.description(), ...(own.length === 0 ? [] : [own.join('\n')])].join('\n\n')
  })
  const introduction = `# Every command

What stands after \`siteledger\`, written by \`tests/cli/help.test.ts\` from the program itself; \`--help\` says the same, with
examples. [cli.md](../cli.md) shows the command line at work. Every command takes these, too:

${ofMost.join('\n')}

Those that print records, also the one that they have added or changed, take these:

${ofRecords.join('\n')}`

  await expect(`${[introduction, ...entries].join('\n\n')}\n`).toMatchFileSnapshot('../../docs/generated/cli.md')
})
