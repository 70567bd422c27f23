import { readFileSync } from 'node:fs'
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

/** The words that call a command, without the program's own. */
const pathOf = (command: ReturnType<typeof buildProgram>): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

it('shows examples for every command', () => {
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

it('is in the manual, every command with a description', () => {
  const manual = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')
  const leaves = withSubcommands(buildProgram()).filter(({ commands }) => commands.length === 0)
  const untold = leaves.filter((command) => {
    const lines = manual.split('\n').filter((line) => line.startsWith(`| \`${pathOf(command)}`))
    return !lines.some((line) => line.endsWith(` | ${command.description()} |`))
  })
  expect(untold.map((command) => command.name())).toStrictEqual([])
})
