// A step of `npm run check`: fails if the newest commit's subject is too long to be read in one line.
import { spawnSync } from 'node:child_process'

const longest = 72

const { stdout, status } = spawnSync('git', ['log', '-1', '--format=%s'], { encoding: 'utf8' })
const subject = status === 0 ? stdout.trim() : ''
const fits = subject.length <= longest
process.stdout.write(
  fits ? 'The subject of the newest commit fits.\n' : `${subject.length} letters, at most ${longest}: ${subject}\n`,
)
process.exitCode = fits ? 0 : 1
