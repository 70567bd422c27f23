// `npm run build`: builds the web app and the server, as a start does when their sources have changed.
import { join } from 'node:path'
import { buildServer } from '#cli/operations/server-build.ts'
import { buildWeb } from '#cli/operations/web-build.ts'

const root = join(import.meta.dirname, '../..')
const print = (line: string): void => void process.stdout.write(`${line}\n`)
await Promise.all([buildWeb(root, print), buildServer(root, print)])
