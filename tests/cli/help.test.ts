import { expect, it } from 'vitest'
import { buildProgram, withSubcommands } from '#cli/program.ts'

const helpOf = (command: ReturnType<typeof buildProgram>): string => {
  let text = ''
  const writeOut = (part: string) => {
    text += part
  }
  command.configureOutput({ writeOut }).outputHelp()
  return text
}

it('teaches by example, whichever command is asked', () => {
  const [program, ...commands] = withSubcommands(buildProgram())
  expect(program && helpOf(program)).toContain('$ siteledger login --url')
  const untaught = commands.filter((command) => !/\nExamples?:\n {2}\$ siteledger /.test(helpOf(command)))
  expect(untaught.map((command) => command.name())).toStrictEqual([])
})

it('names under every example a command that there is', () => {
  const [program, ...commands] = withSubcommands(buildProgram())
  const known = new Set(commands.map((command) => command.name()))
  const examples = commands.flatMap((command) => [...helpOf(command).matchAll(/\$ siteledger (\S+)/g)])
  expect(program?.name()).toBe('siteledger')
  for (const [, word = ''] of examples) expect(known).toContain(word)
})
