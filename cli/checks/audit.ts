// A step of `npm test`: names the known vulnerabilities of the packages that the product runs with, and fails if one
// of them is high or critical.
import { spawnSync } from 'node:child_process'
import { weaknessesIn } from './weaknesses.ts'

const script = process.env.npm_execpath
const [command, ...before] = script?.endsWith('.js') ? [process.execPath, script] : ['npm']
const { stdout, error } = spawnSync(command, [...before, 'audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
})
const found = error ? undefined : weaknessesIn(stdout)

if (found === undefined)
  process.stdout.write('No registry answered what is known of the packages; nothing was checked.\n')
else if (found.length === 0) process.stdout.write('No package has a known vulnerability.\n')
else process.stdout.write(found.map(({ words }) => `${words}\n`).join(''))
process.exitCode = found?.some(({ severe }) => severe) ? 1 : 0
