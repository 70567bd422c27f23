// `npm start` after the installation: checks, builds the web app and the server, starts the processes in order, keeps
// them alive and stops them in order.
import { join } from 'node:path'
import { buildServer } from '#cli/operations/server-build.ts'
import { startServices } from '#cli/operations/start-services.ts'
import { print, printReady, supervise } from '#cli/operations/supervise.ts'
import { buildWeb } from '#cli/operations/web-build.ts'

const root = join(import.meta.dirname, '../..')

supervise(async (family, env) => {
  // The program is no secret: another account may start it later.
  const ownerOnly = process.umask(0o022)
  const [webFolder, programOf] = await Promise.all([buildWeb(root, print), buildServer(root, print)])
  process.umask(ownerOnly)
  await startServices(family, env, process.env, print, programOf, webFolder)
  printReady(env)
})
